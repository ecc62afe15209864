// The controls: segment, field, select, number, tags. A value changed from its default is accent and can be put back; a
// refused value stays visible with its reason, and the old one stays in force.

import { RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { formatCount } from '../format.ts';
import { Glyph } from './Glyph.tsx';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Why it cannot be chosen now; it stays, grey. */
  readonly disabled?: string;
}

/** One of a few, always in view: a radio group that arrow keys move through. */
export function Segment<T extends string>(props: { label: string; value: T; options: readonly Choice<T>[]; onChange: (value: T) => void }) {
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const open = props.options.filter((option) => option.disabled === undefined);
    const at = open.findIndex((option) => option.value === props.value);
    const next = open[(at + by + open.length) % open.length];
    if (!next) return;
    props.onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div className="seg" role="radiogroup" aria-label={props.label} onKeyDown={step}>
      {props.options.map((option) => (
        <button
          type="button"
          key={option.value}
          role="radio"
          data-value={option.value}
          aria-checked={option.value === props.value}
          aria-disabled={option.disabled !== undefined}
          title={option.disabled}
          tabIndex={option.value === props.value ? 0 : -1}
          className={option.value === props.value ? 'on' : ''}
          onClick={() => option.disabled === undefined && props.onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

export interface ControlState {
  readonly label: string;
  /** Differs from the default: accent, with "put back". */
  readonly changed?: boolean;
  readonly onReset?: () => void;
  /** Why the value was refused, in one sentence. */
  readonly error?: string | undefined;
  /** Label above instead of beside. */
  readonly stacked?: boolean;
}

function ControlFrame({ state, id, children }: { state: ControlState; id: string; children: ReactNode }) {
  return (
    <div className={`control ${state.stacked ? 'stacked' : ''} ${state.changed ? 'changed' : ''} ${state.error ? 'refused' : ''}`}>
      <label htmlFor={id}>{state.label}</label>
      <span className="control-value">
        {children}
        {state.changed && state.onReset ? (
          <button type="button" className="put-back" aria-label={`Put back ${state.label}`} title="Put back" onClick={state.onReset}>
            <RotateCcw size={12} strokeWidth={1.5} aria-hidden />
          </button>
        ) : null}
      </span>
      {state.error ? (
        <span className="control-error sev-error" id={`${id}-error`} role="alert">
          <Glyph name="error" /> {state.error}
        </span>
      ) : null}
    </div>
  );
}

const described = (state: ControlState, id: string) => (state.error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {});

/** A line of text. It reports each key; `onCommit` (Enter or leaving the field) where acting at once would be rash. */
export function Field(
  props: ControlState & {
    value: string;
    onChange?: (value: string) => void;
    onCommit?: (value: string) => void;
    width?: number;
    mono?: boolean;
    placeholder?: string;
    inputMode?: 'numeric' | 'text';
    suggestions?: readonly string[];
  },
) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const commit = () => {
    if (draft !== undefined && draft !== props.value) props.onCommit?.(draft);
    setDraft(undefined);
  };
  return (
    <ControlFrame state={props} id={id}>
      <input
        id={id}
        className={`field ${props.mono ? 'm' : ''}`}
        value={draft ?? props.value}
        placeholder={props.placeholder}
        inputMode={props.inputMode}
        spellCheck={false}
        autoComplete="off"
        list={props.suggestions ? `${id}-list` : undefined}
        style={props.width === undefined ? undefined : { width: props.width }}
        onChange={(event) => {
          const text = event.target.value;
          if (!props.onCommit) return props.onChange?.(text);
          // A suggestion that was picked is meant as a whole; nobody should have to press Enter after it.
          const picked = props.suggestions?.includes(text) === true;
          setDraft(picked ? undefined : text);
          if (picked) props.onCommit(text);
        }}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        {...described(props, id)}
      />
      {props.suggestions ? (
        <datalist id={`${id}-list`}>
          {props.suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      ) : null}
    </ControlFrame>
  );
}

/** One of a list that is known whole. */
export function Select<T extends string>(
  props: ControlState & { value: T; options: readonly Choice<T>[]; onChange: (value: T) => void; width?: number },
) {
  const id = useId();
  return (
    <ControlFrame state={props} id={id}>
      <select
        id={id}
        className="field"
        value={props.value}
        style={props.width === undefined ? undefined : { width: props.width }}
        onChange={(event) => {
          const chosen = props.options.find((option) => option.value === event.target.value);
          if (chosen) props.onChange(chosen.value);
        }}
        {...described(props, id)}
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled !== undefined}>
            {option.label}
          </option>
        ))}
      </select>
    </ControlFrame>
  );
}

/** A whole number; anything else is refused in words and changes nothing. */
export function NumberField(
  props: ControlState & { value: number; min?: number; max?: number; onChange: (value: number) => void; width?: number },
) {
  const [refused, setRefused] = useState<string>();
  const { min = 0, max = 1_000_000, onChange, value: current, ...state } = props;
  return (
    <Field
      {...state}
      mono
      width={props.width ?? 48}
      inputMode="numeric"
      value={String(current)}
      error={refused ?? props.error}
      onCommit={(text) => {
        const value = Number(text);
        const fine = text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max;
        setRefused(fine ? undefined : `“${text}” is no whole number from ${formatCount(min)} to ${formatCount(max)}.`);
        if (fine) onChange(value);
      }}
    />
  );
}

/** A list of words: each with its own remove button, one field to add. Backspace in the empty field removes the last. */
export function TagEditor(
  props: ControlState & {
    values: readonly string[];
    onChange: (values: readonly string[]) => void;
    suggestions?: readonly string[];
    ordered?: boolean;
    /** In the field while the list is empty; `none` unless told. */
    whenEmpty?: string;
  },
) {
  const id = useId();
  const [draft, setDraft] = useState('');
  const add = (text: string) => {
    const words = text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '' && (props.ordered || !props.values.includes(word)));
    if (words.length > 0) props.onChange([...props.values, ...words]);
    setDraft('');
  };
  const without = (index: number) => props.values.filter((_, at) => at !== index);
  return (
    <ControlFrame state={props} id={id}>
      <span className="field tags" role="group" aria-label={props.label}>
        {props.values.map((value, index) => (
          <span key={`${index}-${value}`} className="chiptag hit">
            {value}
            <button type="button" aria-label={`Remove ${value}`} onClick={() => props.onChange(without(index))}>
              <X size={10} strokeWidth={2} aria-hidden />
            </button>
          </span>
        ))}
        <input
          id={id}
          value={draft}
          placeholder={props.values.length === 0 ? (props.whenEmpty ?? 'none') : 'add'}
          spellCheck={false}
          autoComplete="off"
          list={props.suggestions ? `${id}-list` : undefined}
          onChange={(event) => (event.target.value.endsWith(',') ? add(event.target.value) : setDraft(event.target.value))}
          onBlur={() => add(draft)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add(draft);
            else if (event.key === 'Backspace' && draft === '' && props.values.length > 0) props.onChange(without(props.values.length - 1));
          }}
          {...described(props, id)}
        />
      </span>
      {props.suggestions ? (
        <datalist id={`${id}-list`}>
          {props.suggestions
            .filter((suggestion) => !props.values.includes(suggestion))
            .map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
        </datalist>
      ) : null}
    </ControlFrame>
  );
}

/** The bar of knobs above a panel: label and value pairs, changed ones in accent, and what to do about all of them. */
export function KnobBar({
  label,
  changed,
  onReset,
  children,
}: {
  label: string;
  changed?: number;
  onReset?: () => void;
  children: ReactNode;
}) {
  return (
    <div className="knobs" role="toolbar" aria-label={label}>
      {children}
      {changed && onReset ? (
        <button type="button" className="btn ghost" onClick={onReset}>
          <RotateCcw size={14} strokeWidth={1.5} aria-hidden /> Put back {changed === 1 ? 'the change' : `${changed} changes`}
        </button>
      ) : null}
    </div>
  );
}

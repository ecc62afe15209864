// Facts that verdicts on a trace hang on and that it does not state, each with its knob. What a person puts there is marked as
// theirs, and can be taken back one by one.

import { useState } from 'react';
import type { VerdictFact } from '../../model/projections/kernel-verdicts.ts';
import type { WhatIf } from '../../model/projections/discovery.ts';
import { CLASSIFICATIONS } from '../../model/protocol/agent-card.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Field, Select, TagEditor } from '../pieces/controls.tsx';
import { stateCaller, stateCard } from './discovery-what-if.ts';

/** Facts in view before a person asks for all of them. */
const FEW = 3;

export function FactKnobs({ facts, total }: { facts: readonly VerdictFact[]; total: number }) {
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const [all, showAll] = useState(false);
  if (facts.length === 0) return null;
  const shown = all ? facts : facts.slice(0, FEW);
  const open = facts.filter(({ stated }) => stated === undefined);
  return (
    <section className="kv-facts" aria-label="Facts that the trace does not state">
      <header>
        <h3>Facts that the trace does not state</h3>
        {open.length > 0 ? (
          <>
            <button type="button" className="btn small" onClick={() => setWhatIf(open.reduce(supposeUsual, whatIf))}>
              Suppose the defaults
            </button>
            <span className="i2">nobody above the first caller, internal data, cards for every tenant</span>
          </>
        ) : null}
      </header>
      <ul>
        {shown.map((fact) => (
          <li key={`${fact.field} ${fact.card ?? ''}`}>
            <FactKnob fact={fact} />
            <span className="i2">{fact.hops > 0 ? `decides ${countOf(fact.hops, 'delegation')}` : 'decided'}</span>
          </li>
        ))}
      </ul>
      {facts.length > shown.length ? (
        <button type="button" className="link" onClick={() => showAll(true)}>
          Show all {formatCount(facts.length)}
        </button>
      ) : null}
      {total > facts.length ? <p className="i2">{countOf(total - facts.length, 'more fact')} of this kind are not listed.</p> : null}
    </section>
  );
}

function FactKnob({ fact }: { fact: VerdictFact }) {
  const whatIf = useInspector((state) => state.whatIf);
  const setWhatIf = useInspector((state) => state.setWhatIf);
  const set = (value: Value) => setWhatIf(stated(whatIf, fact, value));
  const state = { label: sentenceCase(fact.words), changed: fact.stated !== undefined, onReset: () => set(undefined), stacked: true };
  const { stated: value } = fact;
  if (fact.field === 'caller.dataClassification' || fact.field === 'card.maxDataClassification') {
    return (
      <Select
        {...state}
        width={132}
        value={typeof value === 'string' ? value : ''}
        options={[{ value: '', label: 'not stated' }, ...CLASSIFICATIONS.map((word) => ({ value: word, label: word }))]}
        onChange={(word) => set(word === '' ? undefined : word)}
      />
    );
  }
  if (fact.field === 'caller.tenant' || fact.field === 'caller.agentId' || fact.field === 'caller.userId') {
    const name = typeof value === 'string' ? value : '';
    return (
      <Field
        {...state}
        width={132}
        value={name}
        placeholder="not stated"
        onCommit={(text) => set(text.trim() === '' ? undefined : text.trim())}
      />
    );
  }
  const none = NONE_WORDS[fact.field];
  if (none === undefined) return <span className="i2">{state.label}: no knob decides it here</span>;
  const values = typeof value === 'string' ? [value] : (value ?? []);
  return (
    <span className="kv-list">
      <TagEditor
        {...state}
        ordered={fact.field === 'caller.delegationChain'}
        values={values}
        whenEmpty={fact.stated === undefined ? 'not stated' : none}
        onChange={set}
      />
      {fact.stated === undefined ? (
        <button type="button" className="btn small" aria-label={`${state.label}: ${none}`} onClick={() => set([])}>
          {none}
        </button>
      ) : null}
    </span>
  );
}

type Value = string | readonly string[] | undefined;

/** What an empty list says. */
const NONE_WORDS: Partial<Record<VerdictFact['field'], string>> = {
  'caller.delegationChain': 'nobody',
  'caller.scopes': 'no scopes',
  'card.tenants': 'every tenant',
  'card.securitySchemes': 'none',
};

function stated(whatIf: WhatIf, { field, card }: VerdictFact, value: Value): WhatIf {
  const text = typeof value === 'string' ? value : undefined;
  const list = typeof value === 'object' ? value : undefined;
  switch (field) {
    case 'caller.tenant':
      return stateCaller(whatIf, 'tenant', text);
    case 'caller.agentId':
      return stateCaller(whatIf, 'agentId', text);
    case 'caller.dataClassification':
      return stateCaller(whatIf, 'dataClassification', text);
    case 'caller.delegationChain':
      return stateCaller(whatIf, 'delegationChain', list);
    case 'card.tenants':
      return card === undefined ? whatIf : stateCard(whatIf, card, 'tenants', list);
    case 'card.maxDataClassification':
      return card === undefined ? whatIf : stateCard(whatIf, card, 'maxDataClassification', text);
    case 'card.securitySchemes':
      return card === undefined ? whatIf : stateCard(whatIf, card, 'securitySchemes', list);
    default:
      return whatIf;
  }
}

/** What the kernel's own defaults are; a name and a scheme have none. */
function supposeUsual(whatIf: WhatIf, fact: VerdictFact): WhatIf {
  switch (fact.field) {
    case 'caller.delegationChain':
    case 'card.tenants':
      return stated(whatIf, fact, []);
    case 'caller.dataClassification':
    case 'card.maxDataClassification':
      return stated(whatIf, fact, 'internal');
    default:
      return whatIf;
  }
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// The prediction: one of several, yes or no for each, or an order. Asked before the episode; its sentences come after.

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Lesson } from '../../mock-agents/lesson.ts';
import { predictedRight, startingOrder } from '../lesson-player.ts';
import { usePage } from '../page.ts';
import { Glyph } from '../pieces/Glyph.tsx';

export function PredictionForm({ lesson, stage, answer }: { lesson: Lesson; stage: string; answer: readonly number[] }) {
  const page = usePage();
  const { predict } = lesson;
  const say = (next: readonly number[]) => page.player.send({ type: 'answer', answer: next });
  const committed = stage === 'ready';
  return (
    <>
      <h2>Predict, then run</h2>
      <fieldset>
        <legend className="read">{predict.ask}</legend>
        {predict.kind === 'order' ? (
          <OrderOptions lesson={lesson} order={answer.length > 0 ? answer : startingOrder(lesson)} onChange={say} />
        ) : (
          predict.options.map((option, index) => {
            const on = answer.includes(index);
            const toggled = on ? answer.filter((each) => each !== index) : [...answer, index];
            return (
              <label key={option.text} className={`option ${on ? 'on' : ''}`}>
                <input
                  type={predict.kind === 'choice' ? 'radio' : 'checkbox'}
                  name={`predict-${lesson.id}`}
                  checked={on}
                  onChange={() => say(predict.kind === 'choice' ? [index] : toggled)}
                />
                <span>{option.text}</span>
              </label>
            );
          })
        )}
      </fieldset>
      {predict.kind !== 'choice' && !committed ? (
        <button
          type="button"
          className="btn"
          onClick={() => {
            // An order or a set may be right as it stands: saying so is an answer too.
            say(answer.length > 0 || predict.kind === 'toggle' ? answer : startingOrder(lesson));
            page.player.send({ type: 'commit' });
          }}
        >
          That is my prediction
        </button>
      ) : null}
    </>
  );
}

/** An order, changed with two buttons an item: no dragging is needed. */
function OrderOptions({
  lesson,
  order,
  onChange,
}: {
  lesson: Lesson;
  order: readonly number[];
  onChange: (order: readonly number[]) => void;
}) {
  const move = (from: number, by: number) => {
    const next = [...order];
    const [item] = next.splice(from, 1);
    if (item !== undefined) next.splice(from + by, 0, item);
    onChange(next);
  };
  return (
    <ol className="ordering">
      {order.map((option, place) => {
        const text = lesson.predict.options[option]?.text ?? '';
        return (
          <li key={option} className="option">
            <span className="m i3">{place + 1}</span>
            <span className="grow">{text}</span>
            <button
              type="button"
              className="btn ghost icon small"
              aria-label={`${text}: earlier`}
              disabled={place === 0}
              onClick={() => move(place, -1)}
            >
              <ArrowUp size={14} strokeWidth={1.5} aria-hidden />
            </button>
            <button
              type="button"
              className="btn ghost icon small"
              aria-label={`${text}: later`}
              disabled={place === order.length - 1}
              onClick={() => move(place, 1)}
            >
              <ArrowDown size={14} strokeWidth={1.5} aria-hidden />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export function PredictionResult({ lesson, answer, skipped }: { lesson: Lesson; answer: readonly number[]; skipped: boolean }) {
  const { predict } = lesson;
  const right = !skipped && predictedRight(lesson, answer);
  return (
    <>
      <h2>
        {skipped ? 'The answer' : right ? 'As predicted' : 'Not as predicted'}
        {skipped ? null : <Glyph name={right ? 'completed' : 'cross'} className={right ? 'st-completed' : 'i2'} />}
      </h2>
      <p className="read">{predict.ask}</p>
      <ul className="outcomes">
        {predict.options.map((option, index) => {
          const place = answer.indexOf(index);
          const chosen = predict.kind !== 'order' && answer.includes(index);
          const misplaced = predict.kind === 'order' && !skipped && place !== index;
          const told = predict.kind === 'choice' ? chosen || option.right : predict.kind === 'toggle' ? true : misplaced || skipped;
          const yes = predict.kind === 'toggle' ? (option.right ? 'yes' : 'no') : undefined;
          return (
            <li key={option.text} className={told ? '' : 'i3'}>
              <span className="m i3">{predict.kind === 'order' ? index + 1 : ''}</span>
              <span className="grow">
                <span className={option.right || predict.kind === 'order' ? 'md' : ''}>{option.text}</span>
                {chosen && predict.kind === 'choice' ? <span className="i2"> your prediction</span> : null}
                {predict.kind === 'toggle' && !skipped && chosen !== option.right ? (
                  <span className="i2"> you said {chosen ? 'yes' : 'no'}</span>
                ) : null}
                {misplaced ? <span className="i2"> you put it {place + 1}</span> : null}
                {told ? <span className="why">{option.why}</span> : null}
              </span>
              {yes === undefined ? null : <b className={option.right ? 'md' : 'md i2'}>{yes}</b>}
              {option.right && predict.kind === 'choice' ? <Glyph name="check" label="right" /> : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}

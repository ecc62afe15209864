import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSource } from '../../ingest/ingest.ts';
import { GivenText } from '../../log/given-text.ts';
import { DEFAULT_SETTINGS } from '../../log/saved-form.ts';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, refused, v03, v10 } from '../../testing/small-traces.ts';
import { createAuditor, type Auditor, type Judgement } from '../audit.ts';
import type { TaskCase } from './casebook.ts';

/** Reads a text and judges it at some rows and at the end. */
function judged(
  text: string,
  packs: boolean,
  stops: readonly number[],
): { readonly auditor: Auditor; readonly said: readonly Judgement[] } {
  const given = new GivenText('trace');
  given.append(text);
  given.finish();
  const auditor = createAuditor({ packs });
  const said: Judgement[] = [];
  let rows = 0;
  const reading = readSource(given, 0, {
    openSource: () => 1,
    row: (draft, sight) => {
      rows += 1;
      if (sight) auditor.see(rows - 1, draft, sight);
      if (stops.includes(rows)) said.push(auditor.judge(DEFAULT_SETTINGS));
    },
    noted: ({ source }, sight) => auditor.note(rows - 1, source, sight),
    exchange: () => undefined,
    cut: (cut) => auditor.cut(cut),
    unread: () => undefined,
    setAside: () => undefined,
    source: (facts) => auditor.protocol(facts.source, facts.protocols),
    saved: () => undefined,
  });
  while (!reading.next().done);
  said.push(auditor.judge({ ...DEFAULT_SETTINGS, retrySeconds: 5 }), auditor.judge(DEFAULT_SETTINGS));
  return { auditor, said };
}

const packedIn = ({ book }: Auditor): number => book.tasks.filter(({ isPacked }) => isPacked).length;

/** All that a book knows of a task, without what tells how it is kept. */
function known({ id, endpoint, contextId, askedBy, observed, sightings, calls }: TaskCase): unknown {
  const seen = sightings.map(({ task, call, stream, ...rest }) => ({
    ...rest,
    task: task.id,
    call: call && calls.indexOf(call),
    frame: stream?.frames.findIndex(({ sighting }) => sighting?.row === rest.row),
  }));
  const asks = calls.map(({ request, answers, operation, version, stream }) => ({
    request,
    answers: answers.map(({ sighting, ...rest }) => ({ ...rest, row: sighting?.row })),
    operation,
    version,
    frames: stream?.frames.map(({ sighting, ...rest }) => ({ ...rest, at: sighting?.row, same: sighting && sightings.includes(sighting) })),
  }));
  return { id, endpoint, contextId, askedBy, observed, seen, asks };
}

/** The life of one task as lines: `modern` 1.0 or 0.3, with its request or as a stream of which only the frames are there. */
interface Life {
  readonly modern: boolean;
  readonly asks: boolean;
  readonly steps: readonly string[];
  readonly late: string;
  readonly message: number;
}

function frame(life: Life, number: number, step: string, place: number): JsonObject {
  const [id, rpc] = [`t${number}`, life.asks ? number : number + 1000];
  const at = number + place / 10;
  const v = life.modern ? v10 : v03;
  const chunk = (more: JsonObject): JsonObject => answered(rpc, v.artifact(id, 'a', more));
  switch (step) {
    case 'begin':
      return answered(rpc, v.task(id, 'submitted', { at }));
    case 'work':
      return answered(rpc, v.update(id, 'working', { at, says: `w${place}`, ...(life.modern ? {} : { final: false }) }));
    case 'wide':
      return answered(rpc, v.update(id, 'working', { at, says: `größer ☂ ${place}`, ...(life.modern ? {} : { final: false }) }));
    case 'chunk':
      return chunk({ lastChunk: false });
    case 'more':
      return chunk({ append: true, lastChunk: false });
    case 'last':
      return chunk({ append: true });
    case 'back':
      return answered(rpc, v.update(id, 'working', { at: at - 100, ...(life.modern ? {} : { final: false }) }));
    case 'other':
      return answered(rpc, v.update(id, 'working', { at, context: 'another' }));
    case 'fail':
      return answered(rpc, v.update(id, 'failed', { at, ...(life.modern ? {} : { final: true }) }));
    case 'ask':
      return asked(`l${number}`, life.modern ? 'SendMessage' : 'message/send', { message: v.message(`late${number}`, { taskId: id }) });
    case 'cancel':
      return asked(`l${number}`, life.modern ? 'CancelTask' : 'tasks/cancel', { id });
    case 'poll':
      return answered(`p${number}`, v.task(id, 'working', { at: at - 50 }));
    case 'refuse':
      return refused(rpc, -32001);
    default:
      return answered(rpc, v.update(id, 'completed', { at, ...(life.modern ? {} : { final: true }) }));
  }
}

function traceOf(lives: readonly Life[]): string {
  const values: JsonObject[] = [];
  lives.forEach((life, number) => {
    if (!life.asks) return;
    const message = (life.modern ? v10 : v03).message(`m${life.message < 30 ? life.message : `own${number}`}`);
    values.push(asked(number, life.modern ? 'SendStreamingMessage' : 'message/stream', { message }));
  });
  const longest = Math.max(...lives.map(({ steps }) => steps.length));
  for (let place = 0; place < longest; place += 1) {
    lives.forEach((life, number) => {
      const step = life.steps[place];
      if (step !== undefined) values.push(frame(life, number, step, place));
    });
  }
  lives.forEach((life, number) => life.late !== '' && values.push(frame(life, number, life.late, 20)));
  return lines(...values);
}

const SOUND = ['begin', 'work', 'chunk', 'more', 'last', 'end'];
const life: fc.Arbitrary<Life> = fc.record({
  modern: fc.boolean(),
  asks: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
  steps: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(SOUND, ['begin', 'work', 'wide', 'end'], ['begin', 'end']) },
    {
      weight: 2,
      arbitrary: fc.array(fc.constantFrom('begin', 'work', 'wide', 'chunk', 'more', 'last', 'back', 'other', 'fail', 'end'), {
        minLength: 1,
        maxLength: 8,
      }),
    },
  ),
  late: fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fc.constantFrom('work', 'more', 'last', 'ask', 'cancel', 'poll', 'end', 'refuse', 'fail') },
  ),
  message: fc.integer({ min: 0, max: 400 }),
});

describe('cases that ended without incident', () => {
  it('[J.80] are packed, and read again as they were', () => {
    const lives = Array.from({ length: 80 }, (_, number): Life => {
      return { modern: number % 2 === 0, asks: true, steps: SOUND, late: '', message: 400 };
    });
    const text = traceOf(lives);
    const [packed, whole] = [judged(text, true, []), judged(text, false, [])];
    expect(packedIn(packed.auditor)).toBe(80);
    expect(packed.said[0]).toMatchObject({ findings: [], notReported: [] });
    expect(packed.auditor.book.tasks.map(known)).toEqual(whole.auditor.book.tasks.map(known));
  });

  it('[J.80] change nothing that is said of a trace, however it goes on', () => {
    let packed = 0;
    fc.assert(
      fc.property(
        fc.array(life, { minLength: 20, maxLength: 60, size: 'max' }),
        fc.array(fc.nat(400), { maxLength: 2 }),
        (lives, stops) => {
          const text = traceOf(lives);
          const [one, other] = [judged(text, true, stops), judged(text, false, stops)];
          packed += packedIn(one.auditor);
          expect(one.said).toEqual(other.said);
          expect(one.auditor.book.tasks.map(known)).toEqual(other.auditor.book.tasks.map(known));
        },
      ),
      { numRuns: 12 },
    );
    // Otherwise this would tell nothing.
    expect(packed).toBeGreaterThan(30);
  }, 60_000);
});

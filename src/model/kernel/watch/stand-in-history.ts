// A saved history, read again. A store may have been spoilt: what comes back is held to its shape event by event, and to the machine,
// which has lived through every event that was ever saved; so it is believed whole or not at all. SPEC.md W.24.

import { parseJson, textMember, type Json } from '../../base/json.ts';
import { failure, success, type Issue, type Result } from '../../base/result.ts';
import { count, flag, instant, nullable, object, oneOf, optional, pause, text, texts, type Shape } from '../../log/value-shape.ts';
import { TASK_STATES } from '../../protocol/task.ts';
import type { Kept, Reply, StandInEvent, StandInEventKind, StandInEventOf, StandInSetting } from './stand-in-event.ts';
import { beginStandIn, moveStandIn } from './stand-in.ts';
import type { RemoteTurn } from './turn-mapping.ts';
import type { RemoteWatch } from './watch-choice.ts';

type Stated<E extends { readonly kind: string }> = Omit<E, 'kind'>;

const state = oneOf(TASK_STATES);
const turn = object<RemoteTurn>({ state, text: nullable(text) });
const reply = object<Reply>({ replyId: text, text });
const call = { at: instant, call: count };

const WATCHES: Readonly<Record<RemoteWatch['mode'], Shape>> = {
  push: object<Extract<RemoteWatch, { mode: 'push' }>>({
    mode: oneOf(['push']),
    configId: text,
    tokenDigest: text,
  }),
  follow: object<{ mode: 'follow' }>({ mode: oneOf(['follow']) }),
  off: object<{ mode: 'off' }>({ mode: oneOf(['off']) }),
};
const watchMode = object<{ mode: string }>({ mode: oneOf(Object.keys(WATCHES)) });
const watch: Shape = (value) => watchMode(value) ?? WATCHES[textMember(value, 'mode') as RemoteWatch['mode']](value);

const setting = { at: instant, standIn: text, agent: text, participant: text, followIntervalMs: pause } satisfies Record<
  keyof StandInSetting | 'at',
  Shape
>;
const kept = object<Kept>({
  remoteTaskId: nullable(text),
  watch: nullable(watch),
  last: nullable(turn),
  calls: count,
  told: count,
  heardReplies: texts,
  hasLostRegistration: optional(flag),
});

const SHAPES: { readonly [K in StandInEventKind]: Shape } = {
  'stand-in-begun': event<'stand-in-begun'>({ ...setting, reply }),
  'stand-in-resumed': event<'stand-in-resumed'>({ ...setting, kept, isRolled: flag }),
  'turn-ended': event<'turn-ended'>({ ...call, remoteTaskId: nullable(text), turn }),
  'turn-failed': event<'turn-failed'>({ ...call, errorType: text }),
  'reply-received': event<'reply-received'>({ at: instant, reply }),
  'cancel-received': event<'cancel-received'>({ at: instant }),
  'registration-begun': event<'registration-begun'>(call),
  'watch-chosen': event<'watch-chosen'>({ ...call, watch, errorType: optional(text), isRefused: optional(flag) }),
  'push-accepted': event<'push-accepted'>({ at: instant, claimed: nullable(state) }),
  'task-fetched': event<'task-fetched'>({ ...call, turn }),
  'fetch-failed': event<'fetch-failed'>({ ...call, errorType: text }),
  'wait-over': event<'wait-over'>({ at: instant, timer: count }),
  'follow-heard': event<'follow-heard'>({ ...call, turn }),
  'stream-ended': event<'stream-ended'>({ ...call, errorType: optional(text) }),
  'follow-failed': event<'follow-failed'>({ ...call, errorType: text, isGone: flag }),
  'push-deleted': event<'push-deleted'>(call),
  'push-delete-failed': event<'push-delete-failed'>({ ...call, errorType: text }),
  'parent-heard': event<'parent-heard'>({ at: instant, number: count }),
  'history-bound-passed': event<'history-bound-passed'>({ at: instant }),
  'worker-restarted': event<'worker-restarted'>({ at: instant }),
};
const SHAPE_OF: ReadonlyMap<string, Shape> = new Map(Object.entries(SHAPES));

function event<K extends StandInEventKind>(members: Parameters<typeof object<Stated<StandInEventOf<K>>>>[0]): Shape {
  return object<Stated<StandInEventOf<K>>>(members);
}

/**
 * Reads a history as it was saved, one JSON text an event.
 * @returns the events, none where there are no texts; or what is wrong with the first that cannot be believed
 * Source: SPEC.md W.24.
 */
export function parseHistory(saved: readonly string[]): Result<readonly StandInEvent[]> {
  const events: StandInEvent[] = [];
  for (const [place, line] of saved.entries()) {
    const parsed = parseJson(line);
    if (!parsed.ok)
      return failure(...parsed.issues.map(({ message }) => ({ path: `[${place}]`, message: `event ${place + 1} is ${message}` })));
    const flaw = flawOf(parsed.value, place);
    if (flaw) return failure(flaw);
    // Held to the shape of its kind a line above.
    events.push(parsed.value as unknown as StandInEvent);
  }
  const broken = firstNotLived(events);
  return broken ? failure(broken) : success(events);
}

function flawOf(value: Json, place: number): Issue | undefined {
  const kind = textMember(value, 'kind') ?? '';
  const shape = SHAPE_OF.get(kind);
  if (!shape) return { path: `[${place}].kind`, message: `event ${place + 1} is of no kind that a history knows` };
  const flaw = shape(value);
  const path = flaw && `[${place}]${flaw.path}`;
  return path === undefined ? undefined : { path, message: `event ${place + 1}, ${kind}: "${flaw?.path.slice(1)}" is not ${flaw?.should}` };
}

/** Only what moved the machine was ever saved: an event that does not has lost one before it, or stands in the wrong place. */
function firstNotLived([first, ...rest]: readonly StandInEvent[]): Issue | undefined {
  if (!first) return undefined;
  if (first.kind !== 'stand-in-begun' && first.kind !== 'stand-in-resumed') {
    return { path: '[0].kind', message: `event 1, ${first.kind}: a history does not begin with it` };
  }
  let { moment } = beginStandIn(first);
  for (const [place, lived] of rest.entries()) {
    const move = moveStandIn(moment, lived);
    if (!move) return { path: `[${place + 1}]`, message: `event ${place + 2}, ${lived.kind}: it cannot follow those before it` };
    ({ moment } = move);
  }
  return undefined;
}

// The gap that shows in cards: whatever a card says is unverified until first use, and a card that says what is not so shows
// only when there is a task. Found once as rows arrive.

import { member } from '../base/json.ts';
import type { LogView } from '../log/log-view.ts';
import { Places, type GapPlace } from './gap-signs.ts';
import { perLog, type LogIndex } from './log-index.ts';

/** Cards that are read. */
const MOST_CARDS = 200;
const WANTS_CREDENTIAL = /^(HTTP 40[13]|error (UNAUTHORIZED|FORBIDDEN))\b/;

interface SeenCard {
  readonly seq: number;
  /** What it promises of streams and deliveries; false where it was not read. */
  readonly streaming: boolean;
  readonly push: boolean;
}
interface BrokenPlace {
  readonly agent: string;
  readonly what: string;
  /** What of the card it shows. */
  readonly shows: string;
  readonly seqs: readonly number[];
}

class GapCards implements LogIndex {
  /** By agent its first card. */
  readonly #cards = new Map<string, SeenCard>();
  readonly #told = new Set<string>();
  readonly unsigned = new Places<{ readonly agent: string; readonly seq: number }>();
  readonly broken = new Places<BrokenPlace>();

  add(log: LogView, row: number, seq: number): void {
    const kind = log.kind(row);
    if (kind === 'card-seen') this.#see(log, row, seq);
    else if (kind === 'call-settled' || kind === 'status-update' || kind === 'task-snapshot') this.#use(log, row, seq);
  }

  #see(log: LogView, row: number, seq: number): void {
    const agent = log.agent(row) ?? log.label(row);
    if (agent === undefined || this.#cards.has(agent)) return;
    const isRead = this.#cards.size < MOST_CARDS;
    const card = isRead ? log.value(row) : undefined;
    const capabilities = member(card, 'capabilities');
    const promises = (name: string): boolean => member(capabilities, name) === true;
    this.#cards.set(agent, { seq, streaming: promises('streaming'), push: promises('pushNotifications') });
    const signatures = member(card, 'signatures');
    if (isRead && (!Array.isArray(signatures) || signatures.length === 0)) this.unsigned.add({ agent, seq });
  }

  #use(log: LogView, row: number, seq: number): void {
    const agent = log.agent(row);
    const card = agent === undefined ? undefined : this.#cards.get(agent);
    if (agent === undefined || card === undefined) return;
    const task = log.taskKey(row);
    const seqs = [card.seq, seq];
    if (log.state(row) === 'rejected' && task !== undefined) {
      const shows = 'its card had offered the work, and only the task showed that it is not done';
      return this.#tell(`rejected ${task}`, { agent, what: `rejected ${log.tasks.nameOf(task)}`, shows, seqs });
    }
    const label = log.label(row);
    if (label === undefined || !log.failed(row) || log.channel(row) === 'card') return;
    const shows = shownBy(label, log.exchangeOf(row)?.operation, card);
    if (shows !== undefined) this.#tell(`${agent} ${label}`, { agent, what: `answered ${label}`, shows, seqs });
  }

  /** Said again, it shows nothing new. */
  #tell(what: string, place: BrokenPlace): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.broken.add(place);
  }
}
export const gapCardsOf = perLog(() => new GapCards());

/** What of a card a refused call brings to light; undefined where the card has nothing to do with it. */
function shownBy(label: string, operation: string | undefined, { streaming, push }: SeenCard): string | undefined {
  if (WANTS_CREDENTIAL.test(label)) return 'which credential the work asks for, only the call showed';
  if (label === 'error UNKNOWN_SKILL') return 'which skills there are, only the call showed';
  if (label === 'error -32004' && operation === 'stream' && streaming) return 'its card had promised streams';
  return label === 'error -32003' && push ? 'its card had promised deliveries' : undefined;
}

export function unsignedPlace({ agent, seq }: { readonly agent: string; readonly seq: number }): GapPlace {
  return { say: `The card of ${agent} is signed by nobody: what it says is unverified until first use.`, seqs: [seq] };
}

export function brokenPlace({ agent, what, shows, seqs }: BrokenPlace): GapPlace {
  return { say: `${agent} ${what}: ${shows}.`, seqs };
}

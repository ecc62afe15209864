// The gap that shows in cards: whatever a card says is unverified until first use, and a card that says what is not so shows
// only when there is a task. Found once as rows arrive.

import { member } from '../base/json.ts';
import type { LogView } from '../log/log-view.ts';
import { Places, type GapPlace } from './gap-signs.ts';
import { perLog, type LogIndex } from './log-index.ts';

/** Cards whose signatures are looked for. */
const MOST_CARDS = 200;
/** What a card promised or left out, and the answer takes back: no such skill, no such feature, other credentials. */
const TAKEN_BACK = /^(HTTP 40[13]|error (UNAUTHORIZED|FORBIDDEN|UNKNOWN_SKILL|-3200[345]))\b/;

interface BrokenPlace {
  readonly agent: string;
  readonly what: string;
  readonly seqs: readonly number[];
}

class GapCards implements LogIndex {
  /** By agent the row of its first card. */
  readonly #cards = new Map<string, number>();
  readonly #told = new Set<string>();
  readonly unsigned = new Places<{ readonly agent: string; readonly seq: number }>();
  readonly broken = new Places<BrokenPlace>();
  #read = 0;

  add(log: LogView, row: number, seq: number): void {
    const kind = log.kind(row);
    if (kind === 'card-seen') this.#see(log, row, seq);
    else if (kind === 'call-settled' || kind === 'status-update' || kind === 'task-snapshot') this.#use(log, row, seq);
  }

  #see(log: LogView, row: number, seq: number): void {
    const agent = log.agent(row) ?? log.label(row);
    if (agent === undefined || this.#cards.has(agent)) return;
    this.#cards.set(agent, seq);
    this.#read += 1;
    if (this.#read > MOST_CARDS) return;
    const signatures = member(log.value(row), 'signatures');
    if (!Array.isArray(signatures) || signatures.length === 0) this.unsigned.add({ agent, seq });
  }

  #use(log: LogView, row: number, seq: number): void {
    const agent = log.agent(row);
    const card = agent === undefined ? undefined : this.#cards.get(agent);
    if (agent === undefined || card === undefined) return;
    const task = log.taskKey(row);
    if (log.state(row) === 'rejected' && task !== undefined)
      this.#tell(`rejected ${task}`, { agent, what: `rejected ${log.tasks.nameOf(task)}`, seqs: [card, seq] });
    else if (log.failed(row) && log.channel(row) !== 'card' && TAKEN_BACK.test(log.label(row) ?? ''))
      this.#tell(`${agent} ${log.label(row)}`, { agent, what: `answered ${log.label(row)}`, seqs: [card, seq] });
  }

  /** Said again, it shows nothing new. */
  #tell(what: string, place: BrokenPlace): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.broken.add(place);
  }
}
export const gapCardsOf = perLog(() => new GapCards());

export function unsignedPlace({ agent, seq }: { readonly agent: string; readonly seq: number }): GapPlace {
  return { say: `The card of ${agent} is signed by nobody: what it says is unverified until first use.`, seqs: [seq] };
}

export function brokenPlace({ agent, what, seqs }: BrokenPlace): GapPlace {
  return { say: `${agent} ${what}: its card had not said that.`, seqs };
}

// The recording of a watch in a few words an instant: `10000 push 204; looks: input-required, claimed canceled; waits 1000`. What the
// stand-in does and what it is answered; of the wire, what comes to the push address.

import type { Json } from '../../model/base/json.ts';
import type { Fact } from '../../model/log/fact.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import { PUSH_PATH } from '../../model/kernel/watch/watch-constants.ts';

const PUSH_FOLDER = PUSH_PATH.slice(0, PUSH_PATH.indexOf('{'));

export interface WatchStory {
  readonly lesson: string;
  readonly take?: string;
  /** Each of these leads to the same story. */
  readonly settings: readonly Readonly<Record<string, Json>>[];
  /** Where the telling stops: what goes on for ever is not told for ever. */
  readonly until?: number;
  readonly story: readonly string[];
}

/** Everything that happened to a stand-in, an instant a line. */
export function watchStory(lines: readonly RecordedLine[], until = Infinity): readonly string[] {
  const pushes = new Set<number>();
  const instants = new Map<number, string[]>();
  for (const line of lines) {
    if (line.line === 'request' && line.path.startsWith(PUSH_FOLDER)) pushes.add(line.exchange);
    const words = line.at > until ? undefined : lineInWords(line, pushes);
    if (words === undefined) continue;
    const told = instants.get(line.at) ?? [];
    told.push(words);
    instants.set(line.at, told);
  }
  return [...instants].map(([at, words]) => `${at} ${counted(words).join('; ')}`);
}

/** Words that follow each other and are the same are told once. */
function counted(words: readonly string[]): readonly string[] {
  const runs: { readonly words: string; times: number }[] = [];
  for (const each of words) {
    const last = runs.at(-1);
    if (last?.words === each) last.times += 1;
    else runs.push({ words: each, times: 1 });
  }
  return runs.map((run) => (run.times === 1 ? run.words : `${run.words} (${run.times} times)`));
}

function lineInWords(line: RecordedLine, pushes: ReadonlySet<number>): string | undefined {
  switch (line.line) {
    case 'response':
      return pushes.has(line.exchange) ? `push ${line.status}` : undefined;
    case 'lost':
      return pushes.has(line.exchange) ? 'push lost' : undefined;
    case 'fact':
      return factInWords(line.fact);
    case 'episode-ended':
      return `ended ${line.end}`;
    default:
      return undefined;
  }
}

function factInWords(fact: Fact): string | undefined {
  switch (fact.kind) {
    case 'registered':
      return 'registered';
    case 'registration-failed':
      return `registration failed: ${fact.errorType}`;
    case 'watch-changed':
      return `watch ${fact.mode}`;
    case 'turn-started':
      return 'turn';
    case 'task-fetched':
      return `looks: ${fact.state ?? fact.errorType}${fact.claimed === undefined ? '' : `, claimed ${fact.claimed}`}`;
    case 'recheck-waiting':
      return `waits ${fact.waitMs}`;
    case 'follow-subscribed':
      return `subscribes in run ${fact.followRun}`;
    case 'follow-ended':
      return `run ${fact.followRun} ${fact.why}${fact.errorType === undefined ? '' : `: ${fact.errorType}`}`;
    case 'follow-cancelled':
      return `run ${fact.followRun} cancelled`;
    case 'parent-told':
      return `tells ${fact.state} ${JSON.stringify(fact.text)}${fact.note ? ' in a note' : ''}`;
    case 'stand-in-closed':
      return `closed ${fact.state}`;
    case 'history-rolled':
      return 'rolled';
    case 'push-refused':
      return `refused: ${fact.category}`;
    case 'push-config-set':
      return `config for ${fact.url}`;
    case 'push-config-deleted':
      return 'config deleted';
    case 'push-deletion-failed':
      return `deletion failed: ${fact.errorType}`;
    case 'fault-injected':
      return fact.mode;
    case 'worker-ended':
      return `worker ended: ${fact.why}`;
    default:
      return undefined;
  }
}

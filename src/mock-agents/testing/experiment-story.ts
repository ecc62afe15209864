// The recording of an experiment in a few words a line: `20 > POST /tasks`, `40 < 201 task-1 submitted`, `130 task-1 working`,
// `360 outcome ok, 1 try`. What goes to the peer, what comes from it, what its kernel stores, what the client decides.

import { isJsonObject, type Json, member, parseJson, textMember } from '../../model/base/json.ts';
import type { Fact } from '../../model/log/fact.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';

export interface ExperimentStory {
  readonly lesson: string;
  readonly take?: string;
  readonly knobs?: Readonly<Record<string, Json>>;
  /** Everything that happened; without it only `client` is told. */
  readonly story?: readonly string[];
  /** What the client asked for and came to. */
  readonly client?: readonly string[];
}

/** Everything that happened, in order; first births, admissions and heads of streams left out. */
export function experimentStory(lines: readonly RecordedLine[]): readonly string[] {
  return told(lines, lineInWords);
}

/** Only what the client asked for and came to. */
export function clientStory(lines: readonly RecordedLine[]): readonly string[] {
  return told(lines, (line) => {
    if (line.line === 'fact') return line.by === 'orchestrator' && line.fact.kind !== 'worker-started' ? factInWords(line.fact) : undefined;
    return line.line === 'request' || line.line === 'episode-ended' ? lineInWords(line) : undefined;
  });
}

/** The same lines at a later time. */
export function later(lines: readonly string[], ms: number): readonly string[] {
  return lines.map((line) => line.replace(/^\d+/, (at) => String(Number(at) + ms)));
}

function told(lines: readonly RecordedLine[], inWords: (line: RecordedLine) => string | undefined): readonly string[] {
  return lines.flatMap((line) => {
    const words = inWords(line);
    return words === undefined ? [] : [`${line.at} ${words}`];
  });
}

function lineInWords(line: RecordedLine): string | undefined {
  switch (line.line) {
    case 'request':
      return `> ${line.method} ${line.path.replace('/.well-known/agent-card.json', 'card')}`;
    case 'response':
      return `< ${line.status} ${bodyInWords(line.body)}`;
    case 'chunk':
      return `< ${chunkInWords(line.text)}`;
    case 'fact':
      return line.at === 0 && line.fact.kind === 'worker-started' ? undefined : factInWords(line.fact);
    case 'head':
      return undefined;
    case 'episode-ended':
      return `ended ${line.end}`;
    default:
      return `< ${line.line}`;
  }
}

function bodyInWords(body: string): string {
  const parsed = parseJson(body);
  if (!parsed.ok) return 'no JSON';
  const code = textMember(member(parsed.value, 'error') ?? null, 'code');
  if (code !== undefined) return code;
  if (textMember(parsed.value, 'protocol') !== undefined) return 'card';
  const artifacts = member(parsed.value, 'artifacts');
  const made = Array.isArray(artifacts) && artifacts.length > 0 ? ` with ${artifacts.length}` : '';
  return `${textMember(parsed.value, 'id') ?? 'no id'} ${stateOf(member(parsed.value, 'status'))}${made}`;
}

function chunkInWords(text: string): string {
  const data = /^data: (.*)$/m.exec(text)?.[1];
  const parsed = data === undefined ? undefined : parseJson(data);
  if (!parsed?.ok) return 'a piece';
  return member(parsed.value, 'state') === undefined ? 'garbage' : `says ${stateOf(parsed.value)}${beat(parsed.value)}`;
}
function stateOf(status: Json | undefined): string {
  return isJsonObject(status) ? (textMember(status, 'state') ?? 'no state') : 'no status';
}
function beat(event: Json): string {
  return member(event, 'last_progress_at') === undefined ? '' : ', alive';
}

function factInWords(fact: Fact): string | undefined {
  switch (fact.kind) {
    case 'delegation-admitted':
      return undefined;
    case 'status-stored':
      return `${fact.taskId} ${fact.state}`;
    case 'artifact-stored':
      return `${fact.taskId} artifact ${fact.name}`;
    case 'fault-injected':
      return `fault: ${fact.what}`;
    case 'retry-scheduled':
      return `again in ${fact.waitMs}: ${fact.failure.kind} at ${fact.step}`;
    case 'outcome-decided':
      return `outcome ${[fact.outcome, fact.attempts, fact.note, `${fact.artifacts} made, complete ${fact.complete}`].filter((word) => word !== undefined).join(', ')}`;
    case 'step-logged':
      return `step ${fact.step} ${fact.status}`;
    case 'late-completion':
      return `late: ${fact.taskId} ${fact.state}`;
    case 'worker-ended':
      return `worker ended: ${fact.why}`;
    default:
      return fact.kind;
  }
}

// Plays a lesson and gives back its recording: the text, and its lines read again.

import type { RecordedLine } from '../../model/log/saved-form.ts';
import type { PlayOutcome, PlayRequest } from '../lab-face.ts';
import { playLesson } from '../lab.ts';
import type { Spawn } from '../lanes.ts';

export interface PlayedLesson {
  readonly outcome: PlayOutcome;
  readonly text: string;
  /** Without the header. */
  readonly lines: readonly RecordedLine[];
}

export async function played(request: PlayRequest, spawn: Spawn): Promise<PlayedLesson> {
  const pieces: string[] = [];
  const outcome = await playLesson(request, { spawn, onText: (text) => pieces.push(text) });
  const text = pieces.join('');
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .slice(1)
    .map((line) => JSON.parse(line) as RecordedLine);
  return { outcome, text, lines };
}

/** One line of a recording in a few words: `220 artifact-update`, `1410 push-sent working@4`, `0 request message/stream`. */
export function inWords(line: RecordedLine): string {
  return `${line.at} ${lineInWords(line)}`;
}

/** Everything that happened, in order, without births and cards. */
export function story({ lines }: PlayedLesson): readonly string[] {
  const quiet = new Set(['worker-started', 'card-published']);
  return lines.filter((line) => line.line !== 'fact' || !quiet.has(line.fact.kind)).map(inWords);
}

function lineInWords(line: RecordedLine): string {
  switch (line.line) {
    case 'request':
      return `request ${methodOf(line)}`;
    case 'response':
      return `response ${line.body === '' ? line.status : resultInWords(parsed(line.body))}`;
    case 'chunk':
      return `chunk ${resultInWords(parsed(line.text.replace(/^data: /, '')))}`;
    case 'fact':
      return factInWords(line.fact as unknown as Members);
    case 'episode-ended':
      return `ended ${line.end}`;
    default:
      return line.line;
  }
}

interface Members {
  readonly [key: string]: unknown;
}
const parsed = (text: string): Members => JSON.parse(text) as Members;

function methodOf(request: RecordedLine & { readonly line: 'request' }): string {
  if (request.method === 'GET') return `GET ${request.path}`;
  const { method } = parsed(request.body);
  return typeof method === 'string' ? method : `push ${resultInWords({ result: parsed(request.body) })}`;
}

function resultInWords(envelope: Members): string {
  const error = envelope['error'] as { readonly message: string; readonly data?: { readonly code?: string } } | undefined;
  if (error) return `${error.data?.code ?? 'error'} ${error.message}`;
  const result = (envelope['result'] ?? envelope) as Members;
  const status = result['status'] as { readonly state: string; readonly message?: { readonly parts: readonly Members[] } } | undefined;
  const text = status?.message?.parts.map((part) => part['text']).join(' ');
  const kind = typeof result['kind'] === 'string' ? result['kind'] : Object.keys(result).join(',');
  return [kind, status?.state, text].filter((word) => word !== undefined).join(' ');
}

function factInWords(fact: Members): string {
  const denials = (fact['denials'] as readonly Members[] | undefined)?.map((denial) => denial['code']);
  const state = fact['state'] === undefined ? undefined : `${String(fact['state'])}@${String(fact['tick'])}`;
  const chosen = [
    fact['kind'],
    fact['callee'],
    denials,
    fact['names'],
    fact['code'],
    state,
    fact['step'],
    fact['agent'],
    fact['reason'],
    fact['why'],
  ];
  return chosen
    .filter((word) => word !== undefined)
    .map((word) => (Array.isArray(word) ? `[${word.join(', ')}]` : String(word)))
    .join(' ');
}

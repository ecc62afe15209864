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

/** Plays what is asked for, and gives back the same recording when it is asked for again. */
export function rememberedPlays(spawn: Spawn): (request: PlayRequest) => Promise<PlayedLesson> {
  const plays = new Map<string, Promise<PlayedLesson>>();
  return ({ lesson, seed, policy, take, knobs }) => {
    const request = { lesson, ...(seed && { seed }), ...(policy && { policy }), ...(take && { take }), ...(knobs && { knobs }) };
    const key = JSON.stringify(request);
    const play = plays.get(key) ?? played(request, spawn);
    plays.set(key, play);
    return play;
  };
}

/** One line of a recording in a few words: `220 artifact-update`, `1410 push-sent working@4`, `0 request message/stream`. */
function inWords(line: RecordedLine): string {
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
      return factInWords(line.fact);
    case 'episode-ended':
      return `ended ${line.end}`;
    default:
      return line.line;
  }
}

/** The members of an envelope or a fact that a story tells of; which are there depends on its kind. */
interface Told {
  readonly method?: string;
  readonly kind?: string;
  readonly error?: { readonly message: string; readonly data?: { readonly code?: string } };
  readonly result?: Told;
  readonly status?: { readonly state: string; readonly message?: { readonly parts: readonly { readonly text?: string }[] } };
}
interface ToldFact {
  readonly kind: string;
  readonly callee?: string;
  readonly denials?: readonly { readonly code: string }[];
  readonly names?: readonly string[];
  readonly code?: string;
  readonly state?: string;
  readonly tick?: number;
  readonly step?: string;
  readonly agent?: string;
  readonly reason?: string;
  readonly why?: string;
}
const parsed = (text: string): Told => JSON.parse(text) as Told;

function methodOf(request: RecordedLine & { readonly line: 'request' }): string {
  if (request.method === 'GET') return `GET ${request.path}`;
  const body = parsed(request.body);
  return body.method ?? `push ${resultInWords(body)}`;
}

function resultInWords(envelope: Told): string {
  const { error, result = envelope } = envelope;
  if (error) return `${error.data?.code ?? 'error'} ${error.message}`;
  const { kind = Object.keys(result).join(','), status } = result;
  const text = status?.message?.parts.map((part) => part.text).join(' ');
  return [kind, status?.state, text].filter((word) => word !== undefined).join(' ');
}

function factInWords(fact: ToldFact): string {
  const listed = (words: readonly string[] | undefined): string | undefined => words && `[${words.join(', ')}]`;
  const state = fact.state && `${fact.state}@${fact.tick}`;
  const denials = listed(fact.denials?.map(({ code }) => code));
  const { kind, callee, code, step, agent, reason, why } = fact;
  return [kind, callee, denials, listed(fact.names), code, state, step, agent, reason, why].filter((word) => word !== undefined).join(' ');
}

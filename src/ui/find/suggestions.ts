// What the piece that is being typed could become: keys first, then the values of a key.

import { FIND_KEYS } from '../../model/projections/find-language.ts';
import { CHANNELS, ROW_KINDS } from '../../model/log/row-kind.ts';
import { TASK_STATES } from '../../model/protocol/task.ts';

const MOST = 24;

export interface Vocabulary {
  readonly agents: readonly string[];
  readonly tasks: readonly string[];
  readonly rules: readonly string[];
}

function valuesOf(key: string, { agents, tasks, rules }: Vocabulary): readonly string[] {
  switch (key) {
    case 'task':
      return tasks;
    case 'agent':
      return agents;
    case 'channel':
      return CHANNELS;
    case 'kind':
      return ROW_KINDS;
    case 'state':
      return TASK_STATES;
    case 'finding':
      return ['error', 'warning', 'info', ...rules];
    case 'failed':
      return ['yes', 'no'];
    case 'time':
      return ['>02:14', '02:14..02:15'];
    case 'duration':
      return ['>1s', '>10s', '<100ms'];
    default:
      return [];
  }
}

const quoted = (value: string) => (/[\s",]/.test(value) ? `"${value.replaceAll('"', '')}"` : value);

/** Whole texts for the field, best first. */
export function suggestionsFor(typed: string, vocabulary: Vocabulary): readonly string[] {
  const piece = /\S*$/.exec(typed)?.[0] ?? '';
  const before = typed.slice(0, typed.length - piece.length);
  const minus = piece.startsWith('-') ? '-' : '';
  const bare = piece.slice(minus.length);
  const colon = bare.indexOf(':');
  if (colon < 0) {
    const keys = Object.keys(FIND_KEYS).filter((key) => key.startsWith(bare.toLowerCase()));
    return keys.map((key) => `${before}${minus}${key}:`);
  }
  const [key, value] = [bare.slice(0, colon).toLowerCase(), bare.slice(colon + 1).toLowerCase()];
  return valuesOf(key, vocabulary)
    .filter((each) => each.toLowerCase().includes(value))
    .slice(0, MOST)
    .map((each) => `${before}${minus}${key}:${quoted(each)}`);
}

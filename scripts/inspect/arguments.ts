// The arguments of the command, decoded. What is wrong with them is told in one sentence, with what is known in its place.

import { parseArgs } from 'node:util';
import { isReadAs, READ_AS, type ReadAs } from '../../src/model/log/read-as.ts';
import type { LogSettings } from '../../src/model/log/saved-form.ts';

export const FORMS = ['text', 'json', 'markdown', 'sarif', 'junit'] as const;
export type Form = (typeof FORMS)[number];

export interface Asked {
  readonly form: Form;
  readonly files: readonly string[];
  /** Rules that make the command fail; empty for any finding of severity error. */
  readonly failOn: readonly string[];
  readonly off: readonly string[];
  readonly settings: Partial<LogSettings>;
  /** What all files are to be read as. */
  readonly as: ReadAs | undefined;
  readonly wants: 'reports' | 'help' | 'rules' | 'version';
}

export const HELP = `inspect [options] FILE…

Reads traces of agents handing work to each other and says what went wrong. "-" reads standard input.

  --json               one line a file: {"file": …, "report": …}
  --markdown           for an incident ticket
  --sarif              SARIF 2.1.0, for code scanning
  --junit              JUnit XML, for pipelines
  --fail-on RULE       exit 1 means: one of these was found (repeatable); otherwise any finding of severity error
  --off RULE           leave a rule out (repeatable)
  --stall-seconds N    a task stalls when its status is seen unchanged for longer than this (300)
  --depth N            a chain of delegations is deep with more hops than this (5)
  --retry-seconds N    a retry is one within this many seconds (60)
  --as FORMAT          read every file as this, whatever it looks like: ${Object.keys(READ_AS).join(', ')}
  --rules              list the rules
  --version, --help

Exit code: 0 nothing found, 1 something found, 2 a file could not be opened or an argument is wrong.
`;

const THRESHOLDS = [
  ['stall-seconds', 'stallSeconds'],
  ['depth', 'depth'],
  ['retry-seconds', 'retrySeconds'],
] as const satisfies readonly (readonly [string, keyof LogSettings])[];

/**
 * Decodes the arguments.
 * @param known ids of all rules
 * @returns a sentence where they are wrong
 */
export function decodeArguments(args: readonly string[], known: readonly string[]): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        markdown: { type: 'boolean' },
        sarif: { type: 'boolean' },
        junit: { type: 'boolean' },
        'fail-on': { type: 'string', multiple: true },
        off: { type: 'string', multiple: true },
        'stall-seconds': { type: 'string' },
        depth: { type: 'string' },
        as: { type: 'string' },
        'retry-seconds': { type: 'string' },
        rules: { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { 'fail-on': failOn = [], off = [], as } = values;
    if (as !== undefined && !isReadAs(as)) return `"${as}" is no format. Known are ${Object.keys(READ_AS).join(', ')}.`;
    const unknown = [...failOn, ...off].find((rule) => !known.includes(rule));
    if (unknown !== undefined) return `"${unknown}" is no rule. ${nearest(unknown, known)}`;
    const forms = (['json', 'markdown', 'sarif', 'junit'] as const).filter((form) => values[form] === true);
    if (forms.length > 1) return `--${forms.join(' and --')} exclude each other.`;
    const settings = decodeThresholds(values);
    if (typeof settings === 'string') return settings;
    const wants = values.help ? 'help' : values.rules ? 'rules' : values.version ? 'version' : 'reports';
    if (wants === 'reports' && positionals.length === 0) return 'Name a file, or - for standard input.';
    return { form: forms[0] ?? 'text', files: positionals, failOn, off, settings, as, wants };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function decodeThresholds(values: Readonly<Record<string, unknown>>): Partial<LogSettings> | string {
  const settings: { -readonly [K in keyof LogSettings]?: number } = {};
  for (const [name, member] of THRESHOLDS) {
    const given = values[name];
    if (typeof given !== 'string') continue;
    const number = Number(given);
    const isFit = given.trim() !== '' && number >= 0 && number <= 1e9 && (member !== 'depth' || Number.isInteger(number));
    if (!isFit) return `--${name} takes a ${member === 'depth' ? 'whole ' : ''}number from 0 to 1000000000, and got "${given}".`;
    settings[member] = number;
  }
  return settings;
}

/** The rules that share a word with what was asked for, else how to list all. */
function nearest(asked: string, known: readonly string[]): string {
  const words = asked
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2);
  const close = known.filter((rule) => words.some((word) => rule.includes(word))).slice(0, 5);
  return close.length === 0 ? 'List them with --rules.' : `Did you mean ${close.join(', ')}?`;
}

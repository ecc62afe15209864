// The incidents that were rebuilt from public reports: each an input and what a perfect reader says of it.

import { readdirSync, readFileSync } from 'node:fs';

export interface Incident {
  readonly tasks: readonly {
    readonly id: string;
    readonly contextId?: string;
    readonly states: readonly string[];
    readonly final: string | null;
    readonly artifacts: number;
    readonly artifactText?: Readonly<Record<string, string>>;
  }[];
  readonly messages?: number;
  readonly findings: readonly { readonly rule: string; readonly severity: string; readonly taskId: string | null }[];
  readonly mustNotReport?: readonly string[];
  readonly mustNotReportAt?: readonly { readonly rule: string; readonly taskId: string | null }[];
  readonly mayReport?: readonly { readonly rule: string; readonly taskId: string | null }[];
  readonly delegation?: { readonly edges: readonly (readonly [string, string])[]; readonly maxDepth: number };
}

const FOLDER = new URL('./fixtures/cases/', import.meta.url);

/** Their names, in order. */
export const INCIDENTS: readonly string[] = readdirSync(FOLDER).filter((name) => /^\d/.test(name));

/** Where the input of one lies, from the folder of all. */
export function inputOf(name: string): string {
  const file = readdirSync(new URL(`${name}/`, FOLDER)).find((found) => found.startsWith('input.'));
  return `${name}/${file}`;
}

/** The input of one, and what is expected of it. */
export function incident(name: string): { readonly text: string; readonly expected: Incident } {
  const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
  return { text: read(inputOf(name)), expected: JSON.parse(read(`${name}/expected.json`)) as Incident };
}

// The incidents that were rebuilt from public reports: each an input and what a perfect reader says of it.

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

/** The folder of all of them, as whoever runs the tests reads files; paths are from there. */
export interface IncidentFolder {
  list(path: string): readonly string[];
  read(path: string): string;
}
export interface Incidents {
  /** In order. */
  readonly names: readonly string[];
  /** Where the input of one lies, from the folder of all. */
  inputOf(name: string): string;
  /** The input of one, and what is expected of it. */
  open(name: string): { readonly text: string; readonly expected: Incident };
}

/** The incidents of a folder. */
export function incidentsIn(folder: IncidentFolder): Incidents {
  const inputOf = (name: string): string => `${name}/${folder.list(`${name}/`).find((file) => file.startsWith('input.')) ?? ''}`;
  return {
    names: folder.list('./').filter((name) => /^\d/.test(name)),
    inputOf,
    open: (name) => ({ text: folder.read(inputOf(name)), expected: JSON.parse(folder.read(`${name}/expected.json`)) as Incident }),
  };
}

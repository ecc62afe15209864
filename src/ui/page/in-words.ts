/** What went wrong, as a person reads it. */
export function inWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

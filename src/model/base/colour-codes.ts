// Escape sequences that colour a terminal (ECMA-48): a log that was copied off one is full of them.

const CODES = /[\u001b\u009b](?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])?/g;

/** Whether a text may have any. */
export function hasColourCodes(text: string): boolean {
  return text.includes('\u001b') || text.includes('\u009b');
}

/** The text without them. */
export function withoutColourCodes(text: string): string {
  return hasColourCodes(text) ? text.replace(CODES, '') : text;
}

/** The stretches of a text that are left without them, in order. */
export function plainStretches(text: string): readonly { readonly from: number; readonly to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  let from = 0;
  for (const code of text.matchAll(CODES)) {
    if (code.index > from) stretches.push({ from, to: code.index });
    from = code.index + code[0].length;
  }
  if (from < text.length) stretches.push({ from, to: text.length });
  return stretches;
}

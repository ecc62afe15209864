// Names inside the reasons that our golden vectors pin are quoted the way the reference's language quotes them:
// single quotes unless the text holds one and no double quote, and everything that does not print as an escape.

const NAMED_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
// Every control, format, surrogate, unassigned and private character, and every separator but the plain space.
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/** A text in quotes, as the pinned reasons show it. Never throws; lone surrogates are escaped. */
export function quotedText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let quoted = quote;
  for (const character of text) quoted += character === quote ? `\\${quote}` : printable(character);
  return quoted + quote;
}

/** A list of texts in brackets, each in quotes: `['a', 'b']`. */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map(quotedText).join(', ')}]`;
}

function printable(character: string): string {
  const named = NAMED_ESCAPES[character];
  if (named !== undefined) return named;
  if (character === ' ' || !UNPRINTABLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  if (code <= 0xffff) return `\\u${hex.padStart(4, '0')}`;
  return `\\U${hex.padStart(8, '0')}`;
}

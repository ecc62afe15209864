// One name in its many spellings.

/** Letters and digits of a name in lower case: `Trip Planner` and `trip-planner` are one. */
export function lettersAndDigits(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Spellings that were asked for: the names are ours, so they are few, and they are asked for a million times in a big trace. */
const SNAKE_CASES = new Map<string, string>();

/** The snake_case spelling of a name of ours: `messageId` → `message_id`. */
export function snakeCase(key: string): string {
  let snake = SNAKE_CASES.get(key);
  if (snake === undefined) SNAKE_CASES.set(key, (snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return snake;
}

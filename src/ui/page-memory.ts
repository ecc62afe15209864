// What this browser keeps between visits: theme, sizes, which proofs were green. Never evidence. Where storage is blocked
// the page works on and says so once.

const PREFIX = 'delegation-inspector:';
let tellBlocked: ((why: string) => void) | undefined;
let blocked = false;

/** Who is told, once, when the browser refuses to keep anything. */
export function onMemoryBlocked(listener: (why: string) => void): void {
  tellBlocked = listener;
}

function whenBlocked(error: unknown): void {
  if (blocked) return;
  blocked = true;
  tellBlocked?.(error instanceof Error ? error.message : String(error));
}

/** What was kept under a name, undefined when nothing was or storage is blocked. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch (error) {
    whenBlocked(error);
    return undefined;
  }
}

/** Keeps a word under a name; undefined forgets it. */
export function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch (error) {
    whenBlocked(error);
  }
}

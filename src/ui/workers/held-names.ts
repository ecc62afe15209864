// Names that somebody holds for as long as its worker lives, over all tabs of this page: what carries a name that nobody holds
// was left behind. A browser ends the locks of a tab with the tab, however it ends.

/** Holds a name. @returns lets go of it; where the browser has no locks, nothing is held */
export async function holdName(name: string): Promise<() => void> {
  const locks = lockManager();
  if (!locks) return () => undefined;
  let release = (): void => undefined;
  await new Promise<void>((held) => {
    const hold = (): Promise<void> =>
      new Promise((resolve) => {
        release = resolve;
        held();
      });
    // A browser that gives no locks to this page tells by a rejection, and then nobody holds anything.
    locks.request(name, hold).catch(() => held());
  });
  return () => release();
}

/** The names that are held; undefined where the browser does not tell. */
export async function heldNames(): Promise<ReadonlySet<string> | undefined> {
  try {
    const all = await lockManager()?.query();
    return all && new Set(all.held?.map(({ name = '' }) => name));
  } catch {
    // The same as where there are no locks.
    return undefined;
  }
}

/** Only pages that came over a safe connection have locks, whatever the types say. */
function lockManager(): LockManager | undefined {
  return (navigator as Partial<Pick<Navigator, 'locks'>>).locks;
}

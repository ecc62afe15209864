// Names of tasks as they are shown: the id, with who keeps it where two tasks have that id. A name that was chosen before the
// second one was known, or that came in a link, is the shorter or the longer of the two.

const AT = ' @ ';

/** Whether two names may mean one task: a plain id means the task with it, whoever keeps it. */
export function meansTask(name: string | undefined, shown: string): boolean {
  return name !== undefined && (name === shown || shown.startsWith(name + AT) || name.startsWith(shown + AT));
}

/** The id and the keeper of a name; the keeper is '' where it is not told. */
export function partsOfTaskName(name: string): { readonly id: string; readonly keeper: string } {
  const cut = name.lastIndexOf(AT);
  return cut < 0 ? { id: name, keeper: '' } : { id: name.slice(0, cut), keeper: name.slice(cut + AT.length) };
}

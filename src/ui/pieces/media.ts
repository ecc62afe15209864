// A media query as state.

import { useSyncExternalStore } from 'react';

interface Media {
  readonly subscribe: (changed: () => void) => () => void;
  readonly matches: () => boolean;
}

const known = new Map<string, Media>();

/** One watcher per query for the whole page: asking the browser anew at every render would make it lay the page out each time. */
function mediaOf(query: string): Media {
  const held = known.get(query);
  if (held) return held;
  const list = matchMedia(query);
  let matches = list.matches;
  const listeners = new Set<() => void>();
  list.addEventListener('change', () => {
    matches = list.matches;
    for (const listener of listeners) listener();
  });
  const media: Media = {
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    matches: () => matches,
  };
  known.set(query, media);
  return media;
}

/** Whether the query holds now; changes with the window. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaOf(query);
  return useSyncExternalStore(subscribe, matches);
}

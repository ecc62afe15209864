// A log that grows makes answers old. Those on screen are asked for again, each on its own: one that takes long never holds
// up the others, and is asked again only when it has come. Those that nothing shows are dropped.

import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { Answer, Ask, Projection } from '../model/engine/query.ts';
import { useInspector } from './inspector-store.ts';

/** An answer as the cache keeps it. */
export interface GivenAnswer<P extends Projection> {
  readonly ask: Ask<P>;
  /** The newest revision known when the question was put: the answer is at least as new. */
  readonly revision: number;
  readonly answer: Answer<P>;
}

/** Keeps the answers in a cache as new as the revisions in the store. Returns how to stop. */
export function keepAnswersFresh(queries: QueryClient): () => void {
  const cache = queries.getQueryCache();
  const refresh = (query: Query) => {
    if (!isOld(query) || query.state.fetchStatus !== 'idle') return;
    if (query.getObserversCount() === 0) return cache.remove(query);
    query.invalidate();
    // A question that fails is told where it was asked.
    if (query.isActive()) query.fetch().catch(() => undefined);
  };
  const stopStore = useInspector.subscribe((now, before) => {
    if (now.revisions === before.revisions) return;
    notifyManager.batch(() => {
      for (const query of cache.getAll()) refresh(query);
    });
  });
  const stopCache = cache.subscribe((event) => {
    // It has come, and the log has grown meanwhile.
    if (event.type === 'updated' && event.action.type === 'success') queueMicrotask(() => refresh(event.query as Query));
  });
  return () => {
    stopStore();
    stopCache();
  };
}

/** Whether the log has a newer revision than the one that a question was put at. */
function isOld(query: Query): boolean {
  const [log] = query.queryKey;
  const given = query.state.data as GivenAnswer<Projection> | null | undefined;
  return typeof log === 'number' && !!given && given.revision < (useInspector.getState().revisions[log] ?? 0);
}

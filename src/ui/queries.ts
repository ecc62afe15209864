// How a panel asks the engine. An answer is keyed by log, revision, projection and what was asked; while the next one loads
// the previous stays on screen. The engine is a worker of this page: there is no network, so no retry and no refetch on focus.

import { QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Answer, Ask, LogId, Projection } from '../model/engine/query.ts';
import type { EngineClient } from './engine-client.ts';
import { useInspector } from './inspector-store.ts';

const EngineContext = createContext<EngineClient | undefined>(undefined);
export const EngineProvider = EngineContext.Provider;

/** The engine of this page. @throws Error outside the provider, which would be our own bug */
export function useEngine(): EngineClient {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('[U.1] a panel asked for the engine outside its provider');
  return engine;
}

/** One client for the page; answers that nothing shows are dropped after half a minute. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        staleTime: Infinity,
        gcTime: 30_000,
      },
    },
  });
}

export interface AnswerState<P extends Projection> {
  readonly data: Answer<P> | undefined;
  readonly isLoading: boolean;
  /** `data` answers an earlier question; the one to this is on its way. */
  readonly isPrevious: boolean;
  readonly error?: Error;
}
export interface AnswerOptions {
  /** Another log than the one on screen (comparing). */
  readonly log?: LogId;
  /** False: do not ask (yet). */
  readonly enabled?: boolean;
}

/**
 * Asks the log on screen; asks again when the log grows or the question changes, and keeps the previous answer meanwhile.
 * Rule U.2: the cursor is part of the question (`ask.cursor`), never taken from the side.
 */
export function useAnswer<P extends Projection>(projection: P, ask: Ask<P>, options: AnswerOptions = {}): AnswerState<P> {
  const engine = useEngine();
  const shown = useInspector((state) => state.log);
  const log = options.log ?? shown;
  const revision = useInspector((state) => (log === undefined ? 0 : (state.revisions[log] ?? 0)));
  const { data, isLoading, error } = useQuery<{ readonly ask: Ask<P>; readonly answer: Answer<P> } | null>({
    queryKey: [log, revision, projection, ask],
    enabled: log !== undefined && options.enabled !== false,
    queryFn: async () => (log === undefined ? null : { ask, answer: await engine.query(log, projection, ask) }),
    // A previous answer of the same log only: another log's rows must never stand under this one's name.
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[0] === log ? previous : undefined),
  });
  const isPrevious = data ? JSON.stringify(data.ask) !== JSON.stringify(ask) : false;
  const answer = { data: data?.answer, isLoading, isPrevious };
  return error ? { ...answer, error } : answer;
}

// How a panel asks the engine. An answer is keyed by log, revision, projection and what was asked; while the next one loads
// the previous stays on screen. The engine is a worker of this page: there is no network, so no retry and no refetch on focus.

import { QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Answer, Ask, Engine, LogId, LogSummary, Projection } from '../model/engine/query.ts';
import { useInspector } from './inspector-store.ts';

/** The engine as the page sees it: the same face, each answer a promise. */
export interface AsyncEngine {
  open(text: string, options: { readonly name: string }): Promise<LogId>;
  begin(options: { readonly name: string }): Promise<LogId>;
  append(log: LogId, text: string): void;
  finish(log: LogId): void;
  cancel(log: LogId): void;
  close(log: LogId): void;
  settled(log: LogId): Promise<LogSummary>;
  query<P extends Projection>(log: LogId, projection: P, ask: Ask<P>): Promise<Answer<P>>;
  subscribe: Engine['subscribe'];
  save(log: LogId): Promise<string>;
}

const EngineContext = createContext<AsyncEngine | undefined>(undefined);
export const EngineProvider = EngineContext.Provider;

/** The engine of this page. @throws Error outside the provider, which would be our own bug */
export function useEngine(): AsyncEngine {
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
  const { data, isLoading, error } = useQuery<Answer<P> | null>({
    queryKey: [log, revision, projection, ask],
    enabled: log !== undefined && options.enabled !== false,
    // `undefined` is no answer to the query library, but it is one of ours (`row`, `task`).
    queryFn: async () => (log === undefined ? null : ((await engine.query(log, projection, ask)) ?? null)),
    // A previous answer of the same log only: another log's rows must never stand under this one's name.
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[0] === log ? previous : undefined),
  });
  const answer = (data ?? undefined) as Answer<P> | undefined;
  return error ? { data: answer, isLoading, error } : { data: answer, isLoading };
}

// How a panel asks the engine. An answer is keyed by log, projection and what was asked; when the log has grown the question
// is asked again (fresh-answers.ts), and only a panel whose answer is another one is drawn again. While an answer loads the
// previous one stays. The engine is a worker of this page: there is no network, so no retry and no refetch on focus.

import { notifyManager, QueryClient, replaceEqualDeep, useQueries, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useRef } from 'react';
import type { Answer, Ask, LogId, Projection } from '../model/engine/query.ts';
import type { EngineClient } from './engine-client.ts';
import type { GivenAnswer } from './fresh-answers.ts';
import { useInspector } from './inspector-store.ts';
import { usePaced } from './paced.ts';

const EngineContext = createContext<EngineClient | undefined>(undefined);
export const EngineProvider = EngineContext.Provider;

/** The engine of this page. @throws Error outside the provider, which would be our own bug */
export function useEngine(): EngineClient {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('[U.1] a panel asked for the engine outside its provider');
  return engine;
}

/** Answers that come within one frame are shown in one: drawing after each would cost as many drawings. */
const ANSWERS_TOGETHER = 12;

/** Tells all that has come since the last time in one task, so that it is drawn once. */
function tellTogether(): (tell: () => void) => void {
  let waiting: (() => void)[] = [];
  return (tell) => {
    waiting.push(tell);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const told = waiting;
      waiting = [];
      for (const each of told) each();
    }, ANSWERS_TOGETHER);
  };
}

/** One client for the page; answers that nothing shows are dropped after half a minute. */
export function createQueryClient(): QueryClient {
  notifyManager.setScheduler(tellTogether());
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

/** Without its revision: an answer that is equal to the one before is the same one, and nothing is drawn again. */
const withoutRevision = <P extends Projection>(given: GivenAnswer<P> | null) => given && { ask: given.ask, answer: given.answer };

/** Keeps what is equal, once: in what is selected, not before it in what came. */
const shareSelected = (before: unknown, now: unknown): unknown =>
  typeof now === 'object' && now !== null && 'revision' in now ? now : replaceEqualDeep(before, now);

/**
 * Asks the log on screen; asks again when the log grows or the question changes, and keeps the previous answer meanwhile.
 * Rule U.2: the cursor is part of the question (`ask.cursor`), never taken from the side.
 */
export function useAnswer<P extends Projection>(projection: P, wanted: Ask<P>, options: AnswerOptions = {}): AnswerState<P> {
  const engine = useEngine();
  const shown = useInspector((state) => state.log);
  const log = options.log ?? shown;
  const ask = usePaced(useSame(wanted), log);
  const { data, isLoading, error } = useQuery({
    queryKey: [log, projection, ask],
    enabled: log !== undefined && options.enabled !== false,
    queryFn: async (): Promise<GivenAnswer<P> | null> => {
      if (log === undefined) return null;
      const revision = useInspector.getState().revisions[log] ?? 0;
      return { ask, revision, answer: await engine.query(log, projection, ask) };
    },
    select: withoutRevision<P>,
    structuralSharing: shareSelected,
    // A previous answer of the same log only: another log's rows must never stand under this one's name.
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[0] === log ? previous : undefined),
  });
  const isPrevious = data ? !isSame(data.ask, wanted) : false;
  const answer = { data: data?.answer, isLoading, isPrevious };
  return error ? { ...answer, error } : answer;
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** A question asked in the same words is the same object: its key need not be worked out at every drawing. */
function useSame<T>(value: T): T {
  const held = useRef(value);
  if (!isSame(held.current, value)) held.current = value;
  return held.current;
}

/** One question put to several logs at once, in their order; undefined where an answer has not come. */
export function useAnswers<P extends Projection>(
  projection: P,
  wanted: Ask<P>,
  logs: readonly LogId[],
): readonly (Answer<P> | undefined)[] {
  const ask = useSame(wanted);
  return useAnswersTo(
    projection,
    logs.map((log) => ({ log, ask })),
  );
}

/** A question of its own to each of several logs; a log whose question is not known yet is not asked. */
export function useAnswersTo<P extends Projection>(
  projection: P,
  questions: readonly { readonly log: LogId; readonly ask: Ask<P> | undefined }[],
): readonly (Answer<P> | undefined)[] {
  const engine = useEngine();
  const answers = useQueries({
    queries: questions.map(({ log, ask }) => ({
      queryKey: [log, projection, ask],
      enabled: ask !== undefined,
      queryFn: async (): Promise<GivenAnswer<P> | null> => {
        if (ask === undefined) return null;
        const revision = useInspector.getState().revisions[log] ?? 0;
        return { ask, revision, answer: await engine.query(log, projection, ask) };
      },
      select: (given: GivenAnswer<P> | null) => given?.answer,
      structuralSharing: shareSelected,
    })),
  }).map(({ data }) => data as Answer<P> | undefined);
  return useSameList(answers);
}

/** A list of the same things is the same list. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const held = useRef(list);
  if (held.current.length !== list.length || list.some((item, index) => item !== held.current[index])) held.current = list;
  return held.current;
}

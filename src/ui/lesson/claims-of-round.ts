// The claims of a lesson against the logs of a round: each in the log of its take, those about two takes in both.

import { useQuery } from '@tanstack/react-query';
import type { LogId } from '../../model/engine/query.ts';
import type { AcrossClaim, ClaimVerdict } from '../../model/log/claim.ts';
import { judgeAcross } from '../../model/projections/wire-lines.ts';
import type { Lesson, LessonClaim } from '../../mock-agents/lesson.ts';
import type { EngineClient } from '../engine-client.ts';
import { logNow, useInspector } from '../inspector-store.ts';
import type { PlayedRound, PlayedTake } from '../lesson-rounds.ts';
import { useEngine } from '../queries.ts';

export interface TakeVerdict extends ClaimVerdict {
  /** Labels of the takes it is about; none where the lesson plays one episode. */
  readonly takes: readonly string[];
}

export function claimCount({ prove, proveAcross = [] }: Lesson): number {
  return prove.length + proveAcross.length;
}

/** Asked once for a round: its logs are read to their end. */
export function useVerdicts(lesson: Lesson, round: PlayedRound, enabled: boolean) {
  const engine = useEngine();
  const logs = useInspector((state) => round.takes.map(({ log }) => logNow(state.logs, log)).join());
  return useQuery({
    queryKey: ['claims', lesson.id, round.takes.map(({ log }) => log).join(), logs],
    enabled,
    queryFn: () => verdictsOf(engine, lesson, round),
  });
}

/** In the order of the lesson, those about two takes last. */
async function verdictsOf(engine: EngineClient, lesson: Lesson, round: PlayedRound): Promise<readonly TakeVerdict[]> {
  const claims = lesson.prove.map((claim) => ({ claim, take: takeOf(round, claim.take) }));
  const judged = new Map<LessonClaim, TakeVerdict>();
  for (const take of new Set(claims.map((each) => each.take))) {
    const own = claims.filter((each) => each.take === take).map(({ claim }) => claim);
    const verdicts = await engine.query(openLogOf(take), 'claims', { claims: own });
    own.forEach((claim, index) => {
      const verdict = verdicts[index];
      if (verdict) judged.set(claim, { ...verdict, takes: labelsOf([take]) });
    });
  }
  const alone = lesson.prove.flatMap((claim) => judged.get(claim) ?? []);
  const across: TakeVerdict[] = [];
  for (const claim of lesson.proveAcross ?? []) across.push(await acrossVerdict(engine, round, claim));
  return [...alone, ...across];
}

async function acrossVerdict(engine: EngineClient, round: PlayedRound, claim: AcrossClaim): Promise<TakeVerdict> {
  const [one, other] = claim.takes.map((id) => takeOf(round, id)) as [PlayedTake, PlayedTake];
  const wires = await Promise.all([one, other].map((take) => engine.query(openLogOf(take), 'wire', {})));
  return { ...judgeAcross(claim, wires[0] ?? [], wires[1] ?? []), takes: labelsOf([one, other]) };
}

function takeOf(round: PlayedRound, id: string | undefined): PlayedTake {
  const take = id === undefined ? round.takes[0] : round.takes.find((each) => each.take.id === id);
  if (!take) throw new Error(`no take “${String(id)}” was played`);
  return take;
}

function openLogOf({ log, name }: PlayedTake): LogId {
  const open = logNow(useInspector.getState().logs, log);
  if (open === undefined) throw new Error(`the log “${name}” was closed; run the lesson again`);
  return open;
}

const labelsOf = (takes: readonly PlayedTake[]): readonly string[] =>
  takes.flatMap(({ take: { id, label } }) => (id === undefined ? [] : [label]));

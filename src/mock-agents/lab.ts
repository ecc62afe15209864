// The face of the lab: plays one lesson and hands out its recording as text, as it is written.

import { POLICIES, policyNamed } from '../model/kernel/policy.ts';
import { DEFAULT_SETTINGS, SAVED_FORM_VERSION, type SavedHeader } from '../model/log/saved-form.ts';
import { castOf } from './casting.ts';
import type { PlayOutcome, PlayRequest } from './lab-face.ts';
import type { Spawn } from './lanes.ts';
import type { Lesson } from './lesson.ts';
import { applyKnobs, asTaken, policyOf } from './lessons/apply-knobs.ts';
import { lessonById, LESSONS } from './lessons/catalogue.ts';
import { createRecorder } from './recorder.ts';
import type { EpisodeStorage } from './virtual-time/episode-storage.ts';
import { type EpisodeSetup, playEpisode } from './virtual-time/lab-core.ts';
import { killsOf } from './watch-casting.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

export interface LabPorts {
  /** Seats an agent in a realm of its own. */
  readonly spawn: Spawn;
  /** The recording in the order written; whole lines. */
  readonly onText: (text: string) => void;
  /** One with the usual patience, where none is given; closed by whoever made it. */
  readonly watchdog?: Watchdog;
  /** Where agents keep what outlives them; in memory where none is given. */
  readonly storage?: EpisodeStorage;
  /** Ends the episode where it is. */
  readonly signal?: AbortSignal;
}

type EpisodeHeader = NonNullable<SavedHeader['episode']>;

/**
 * Plays a lesson to its end. The text depends on the request alone (SPEC.md E.1).
 * @returns how it ended; or why nothing was played (an unknown lesson or policy, a knob that is refused), or that it was stopped
 */
export async function playLesson(request: PlayRequest, ports: LabPorts): Promise<PlayOutcome> {
  const asked = lessonById(request.lesson);
  if (!asked) return refused(`there is no lesson ${JSON.stringify(request.lesson)}; known are ${LESSONS.map(({ id }) => id).join(', ')}`);
  const taken = asTaken(asked, request.take);
  if (!taken) {
    const known = asked.takes?.map(({ id }) => id).join(', ') ?? 'none';
    return refused(`this lesson has no take ${JSON.stringify(request.take)}; it has ${known}`);
  }
  const { lesson, take } = taken;
  const policy = request.policy ?? policyOf(lesson);
  if (!policyNamed(policy)) {
    return refused(`there is no policy ${JSON.stringify(policy)}; known are ${Object.keys(POLICIES).join(', ')}`);
  }
  const turned = applyKnobs(lesson, request.knobs ?? {});
  if (!turned.ok) return refused(turned.issues.map(({ message }) => message).join('; '));
  const { knobs } = turned.value;
  const episode = { lesson: lesson.id, seed: request.seed ?? lesson.seed, policy, ...(take && { take: take.id }), knobs };
  return playTurned(turned.value.lesson, episode, ports);
}

/** Plays a lesson whose knobs are turned already; `episode` is what its recording is named by. */
export async function playTurned(lesson: Lesson, episode: EpisodeHeader, ports: LabPorts): Promise<PlayOutcome> {
  const { seed, policy } = episode;
  const record = createRecorder(
    { delegationInspector: 'saved', version: SAVED_FORM_VERSION, name: lesson.title, settings: DEFAULT_SETTINGS, episode },
    ports.onText,
  );
  const cast = castOf(lesson, { policy, seed, spawn: ports.spawn });
  const watchdog = ports.watchdog ?? createWatchdog();
  try {
    const { end, turns, workers } = await playEpisode({
      cast,
      seed,
      watchdog,
      record,
      ...circumstancesOf(lesson),
      ...(ports.storage && { storage: ports.storage }),
      ...(ports.signal && { signal: ports.signal }),
    });
    return end === 'stopped' ? refused('stopped') : { ok: true, end, turns, workers };
  } finally {
    if (!ports.watchdog) watchdog.close();
  }
}

/** What a lesson says of the world that it is played in. */
function circumstancesOf({ hopMs, horizonMs, watch }: Lesson): Pick<EpisodeSetup, 'hop' | 'horizon' | 'kills'> {
  return {
    ...(hopMs !== undefined && { hop: hopMs }),
    ...(horizonMs !== undefined && { horizon: horizonMs }),
    ...(watch && { kills: killsOf(watch) }),
  };
}

function refused(why: string): PlayOutcome {
  return { ok: false, why };
}

// A lesson as data: who takes part, what is done at which virtual time, what to look at, what to predict, which knobs there
// are, and what must hold in the log of its episode. No lesson is a code path.

import type { Json } from '../model/base/json.ts';
import type { AcrossClaim, Claim } from '../model/log/claim.ts';
import type { AgentCard } from '../model/protocol/agent-card.ts';
import type { CallerContext } from '../model/protocol/caller-context.ts';
import type { AgentName, TaskState } from '../model/protocol/task.ts';
import type { Experiment } from './experiment.ts';
import type { Millis } from './lanes.ts';
import type { WatchScene } from './watch-scene.ts';

export type PanelName =
  | 'timeline'
  | 'chains'
  | 'findings'
  | 'discovery'
  | 'admission'
  | 'round-trip'
  | 'chaos'
  | 'watch'
  | 'gaps'
  | 'card'
  | 'source';
export type PolicyName = 'reference' | 'hardened';

/** How a stream is read: to its end, until the reader has had enough, or with a pause in which nothing more is taken. */
export interface Reading {
  readonly kind: 'whole' | 'closes' | 'holds';
  /** How many events come before the reader closes or holds. */
  readonly after: number;
  /** When a reader that holds goes on: virtual milliseconds. */
  readonly until: number;
}

/** A step is taken only if data in the last task from an agent says so; asked once no call to that agent is open. */
interface StepCondition {
  readonly agent: AgentName;
  /** A member of a data part of its artifacts; the last one counts. */
  readonly member: string;
  readonly is: Json;
}

/**
 * One thing the caller (or the lab on its behalf) does. `at`: virtual milliseconds. A step begins at its time whether or not
 * earlier ones have ended; `repeat` says how often in all, each time when the time before has ended. `by`: one of the lesson's
 * others, where it is not its caller.
 */
export type LessonStep = { readonly at: number; readonly note: string; readonly by?: string; readonly when?: StepCondition } & (
  | { readonly do: 'publish-cards' }
  /** Asks the directory for the lesson's tags, unless the step has its own. */
  | { readonly do: 'discover'; readonly tags?: readonly string[] }
  /** Asks admission, no wire. `chain` replaces the caller's chain. */
  | { readonly do: 'ask-admission'; readonly callee: AgentName; readonly chain?: readonly AgentName[] }
  | { readonly do: 'fetch-card'; readonly agent: AgentName }
  /** `text` null: a text part without text. `data` that is no object and a `contextId` of '' mean none. */
  | {
      readonly do: 'send' | 'stream';
      readonly agent: AgentName;
      readonly text: string | null;
      readonly data?: Json;
      readonly contextId?: string;
      readonly repeat?: number;
      /** To its end, where it is not said. */
      readonly reading?: Reading;
    }
  /** `chain` replaces the caller's chain. */
  | {
      readonly do: 'reply';
      readonly agent: AgentName;
      readonly taskId: string;
      readonly text: string;
      readonly chain?: readonly AgentName[];
      readonly repeat?: number;
    }
  /** `text` is for when a knob makes the step a reply. */
  | { readonly do: 'get' | 'cancel' | 'subscribe'; readonly agent: AgentName; readonly taskId: string; readonly text?: string }
  | { readonly do: 'set-push-config'; readonly agent: AgentName; readonly taskId: string; readonly url: string; readonly token: string }
  | { readonly do: 'ask-lifecycle'; readonly from: TaskState; readonly to: TaskState }
  /** Puts the last task that came back through the ACP adapter, three facts, once no call to that agent is open. */
  | { readonly do: 'translate'; readonly agent: AgentName }
);

export interface LessonAgent {
  readonly card: AgentCard;
  /** Key of mock-agents/behaviours; absent: the card is only published, nobody serves it. An agent that no step calls is not started. */
  readonly behaviour?: string;
  readonly allowedCallbackHosts?: readonly string[];
  /** Counted where it is not said. */
  readonly ids?: 'counted' | 'random';
  readonly handsOn?: HandingOn;
}

/** To whom an agent delegates in its turn, and what it tells about on whose behalf. */
export interface HandingOn {
  readonly to: AgentName;
  /** The chain of its task; or what it says instead, the empty chain included. */
  readonly chain: 'kept' | readonly AgentName[];
  /** The label of what it passes on; a word of its own where it passes on less than it was given. */
  readonly dataClassification: string;
}

export interface Prediction {
  readonly ask: string;
  readonly options: readonly { readonly text: string; readonly right: boolean; readonly why: string }[];
  /** `choice`: one is right · `toggle`: each option is yes (right) or no · `order`: options stand in the right order. */
  readonly kind: 'choice' | 'toggle' | 'order';
}

export interface Knob {
  readonly name: string;
  readonly label: string;
  /**
   * JSON path into the lesson's variables: `caller.tenant`, `tags`, `maxDepth`, `agents.sanctions-screening-agent.card.tenants`, `steps[0].text`,
   * `experiment.fault.times`.
   */
  readonly path: string;
  /** `actions`: what happens on the way of a watch (watch-scene.ts); set by buttons of the panel, and by links. */
  readonly editor: 'text' | 'number' | 'numbers' | 'choice' | 'list' | 'classification' | 'actions';
  readonly choices?: readonly Json[];
  /** What each choice stands for in the lesson, in the order of the choices, where that is more than a word. */
  readonly means?: readonly Json[];
  /** What having no number is called; null is then a value too. */
  readonly none?: string;
  /** The largest number that can be played; any, where it is not said. */
  readonly most?: number;
  /** The text must not be empty. */
  readonly filled?: true;
  /** What turning it shows. */
  readonly changes: string;
}

/** One of several episodes that a lesson lays side by side. */
export interface Take {
  readonly id: string;
  readonly label: string;
  /** Values by lesson path (as in `Knob.path`); a knob that a person turned comes after them. */
  readonly set: Readonly<Record<string, Json>>;
  /** The lesson's own where it is not said. */
  readonly policy?: PolicyName;
}

export type LessonClaim = Claim & { readonly take?: string };

export interface Lesson {
  readonly id: string;
  /** From 1, the order of the course. */
  readonly number: number;
  readonly title: string;
  readonly question: string;
  /** S student, E engineer, R security reviewer. */
  readonly for: readonly ('S' | 'E' | 'R')[];
  readonly minutes: number;
  readonly after: readonly string[];
  /** Two to five short paragraphs of prose that set the scene. */
  readonly prose: readonly string[];
  readonly caller: CallerContext;
  /** Who else calls, by the word that steps use. */
  readonly others?: Readonly<Record<string, CallerContext>>;
  readonly tags: readonly string[];
  readonly maxDepth: number;
  /** Id of the served protocol that agents and caller speak; A2A 0.3 over JSON-RPC where it is not said. */
  readonly protocol?: string;
  readonly agents: readonly LessonAgent[];
  /** Hosts where somebody takes deliveries, beside those on allow-lists. */
  readonly listeners?: readonly string[];
  readonly steps: readonly LessonStep[];
  readonly look: readonly { readonly panel: PanelName; readonly notice: string }[];
  readonly predict: Prediction;
  readonly knobs: readonly Knob[];
  /** Settings to try: a set of knob values, and what then happens. */
  readonly whatIf: readonly { readonly say: string; readonly set: Readonly<Record<string, Json>>; readonly shows: string }[];
  readonly seed: string;
  /** `both`: it is about the difference, and begins under `reference` where a take does not say. */
  readonly policy: PolicyName | 'both';
  /** Several episodes instead of one; played in this order, each into a log of its own. */
  readonly takes?: readonly Take[];
  /** Seats the orchestrator and the specialist, who play by themselves: such a lesson needs no agents and no steps. */
  readonly experiment?: Experiment;
  /** Seats a remote agent and the host that stands in for its task: such a lesson needs no agents and no steps. */
  readonly watch?: WatchScene;
  /** One way over the wire, where it is not the usual one. */
  readonly hopMs?: Millis;
  /** Where the episode is stopped if it has not ended, where that is not the usual time. */
  readonly horizonMs?: Millis;
  /** Checked when the knobs are at their own values; one that names no take speaks of the first. */
  readonly prove: readonly LessonClaim[];
  /** Claims about two takes at once (SPEC.md E.32). */
  readonly proveAcross?: readonly AcrossClaim[];
  readonly invariants: readonly number[];
  /** Known weaknesses of the reference that it shows, by their ids (kernel/weaknesses.ts). */
  readonly weaknesses?: readonly string[];
  /** Abuse cases of the push address that it shows, by their numbers (lessons/abuse-cases.ts). */
  readonly abuse?: readonly number[];
}

// The tasks, calls and streams of a casebook. One object each for as long as the trace is open, so that whoever holds one may go on
// holding it; what is known of a case that ended without incident is packed (case-archive.ts), and read again by whoever looks.

import type { CallSight, StreamEnd } from '../../adapters/sight.ts';
import type { AnswerSeen, CallCase, CaseMarks, FrameSeen, RequestSeen, StreamCase, TaskCase, TaskSighting } from './casebook.ts';

/** All that a packed case consists of. */
export interface CaseContents {
  readonly sightings: TaskSighting[];
  readonly calls: CallCase[];
  readonly request: RequestSeen | undefined;
  readonly answers: AnswerSeen[];
  readonly frames: FrameSeen[];
}

/** Where packed contents are read from. */
export interface PackedSource {
  read(task: KeptTask): CaseContents;
  marksOf(task: KeptTask): CaseMarks;
}

export class KeptTask implements TaskCase {
  readonly id: string;
  endpoint: string;
  contextId: string | undefined = undefined;
  observed = false;
  askedBy: string | undefined = undefined;
  foreign: TaskCase['foreign'] = undefined;
  /** The only call and the only stream of a packed case. */
  call: KeptCall | undefined = undefined;
  stream: KeptStream | undefined = undefined;
  /** Where the contents are packed; -1 while they are not. */
  place = -1;
  #source: PackedSource | undefined = undefined;
  #sightings: TaskSighting[] | undefined = [];
  #calls: CallCase[] | undefined = [];

  constructor(id: string, endpoint: string) {
    this.id = id;
    this.endpoint = endpoint;
  }

  get isPacked(): boolean {
    return this.place >= 0;
  }

  get marks(): CaseMarks | undefined {
    return this.#source?.marksOf(this);
  }

  get sightings(): TaskSighting[] {
    if (this.#sightings === undefined) this.open();
    return this.#sightings as TaskSighting[];
  }

  get calls(): CallCase[] {
    if (this.#calls === undefined) this.open();
    return this.#calls as CallCase[];
  }

  /** Gives up its contents: they are at a place of the source from now on. */
  pack(place: number, source: PackedSource): void {
    const [call, stream] = [this.calls[0], this.sightings[0]?.stream];
    this.call = call instanceof KeptCall ? call : undefined;
    this.stream = stream instanceof KeptStream ? stream : undefined;
    this.place = place;
    this.#source = source;
    this.close();
  }

  /** Drops what was read of packed contents. */
  close(): void {
    if (this.place < 0) return;
    this.#sightings = undefined;
    this.#calls = undefined;
    this.call?.close(this);
    this.stream?.close();
  }

  /** Reads packed contents, for as long as they are looked at. */
  open(): void {
    if (this.#sightings !== undefined || this.#source === undefined) return;
    const contents = this.#source.read(this);
    this.#sightings = contents.sightings;
    this.#calls = contents.calls;
    this.call?.open(contents);
    this.stream?.open(contents);
  }

  /** Takes its contents back for good: there is more to come. */
  unpack(): void {
    if (this.place < 0) return;
    this.open();
    this.place = -1;
    this.#source = undefined;
    this.call?.release();
    this.call = undefined;
    this.stream = undefined;
  }
}

export class KeptCall implements CallCase {
  readonly sight: CallSight;
  readonly source: number;
  readonly endpoint: string;
  readonly operation: string;
  stream: StreamCase | undefined = undefined;
  version: string | undefined;
  /** The task whose case it is packed with. */
  packedWith: KeptTask | undefined = undefined;
  #request: RequestSeen | undefined = undefined;
  #answers: AnswerSeen[] | undefined = [];

  constructor(sight: CallSight, source: number, endpoint: string) {
    this.sight = sight;
    this.source = source;
    this.endpoint = endpoint;
    this.operation = sight.operation;
    this.version = sight.version;
  }

  get isPacked(): boolean {
    return this.packedWith !== undefined;
  }

  get marks(): CaseMarks | undefined {
    return this.packedWith?.marks;
  }

  get request(): RequestSeen | undefined {
    if (this.#answers === undefined) this.packedWith?.open();
    return this.#request;
  }
  set request(request: RequestSeen | undefined) {
    this.#request = request;
  }

  get answers(): AnswerSeen[] {
    if (this.#answers === undefined) this.packedWith?.open();
    return this.#answers as AnswerSeen[];
  }

  close(task: KeptTask): void {
    this.packedWith = task;
    this.#request = undefined;
    this.#answers = undefined;
  }
  open({ request, answers }: CaseContents): void {
    this.#request = request;
    this.#answers = answers;
  }
  release(): void {
    this.packedWith = undefined;
  }
}

interface StreamBeginning {
  readonly source: number;
  readonly openedAt: number | undefined;
  readonly listed: boolean;
  readonly isAlwaysJudged: boolean;
}

export class KeptStream implements StreamCase {
  readonly call: CallCase | undefined;
  readonly source: number;
  task: TaskCase | undefined = undefined;
  count = 0;
  ended: StreamEnd | undefined = undefined;
  end: { readonly row: number; readonly seenAt?: number | undefined } | undefined = undefined;
  readonly openedAt: number | undefined;
  readonly listed: boolean;
  /** Never packed. */
  readonly isAlwaysJudged: boolean;
  version: string | undefined;
  #frames: FrameSeen[] | undefined = [];

  constructor(call: CallCase | undefined, begin: StreamBeginning) {
    this.call = call;
    this.isAlwaysJudged = begin.isAlwaysJudged;
    this.source = begin.source;
    this.openedAt = begin.openedAt;
    this.listed = begin.listed;
    this.version = call?.version;
  }

  get isPacked(): boolean {
    return this.task instanceof KeptTask && this.task.stream === this;
  }

  get marks(): CaseMarks | undefined {
    return this.isPacked ? this.task?.marks : undefined;
  }

  get frames(): FrameSeen[] {
    if (this.#frames === undefined && this.task instanceof KeptTask) this.task.open();
    return this.#frames as FrameSeen[];
  }

  close(): void {
    this.#frames = undefined;
  }
  open({ frames }: CaseContents): void {
    this.#frames = frames;
  }
}

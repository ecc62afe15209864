// The notes of one value while it is walked: where the walk stands, and what it found so far. Nothing is made while nothing is odd.

import type { Json, JsonObject } from '../../base/json.ts';
import type { ShapeNote } from '../casebook/casebook.ts';
import { hasMember, schemaNameOf, type NamedNoun } from './member-names.ts';

/** A note before it is known where it belongs. */
export type ShapeRemark = Pick<ShapeNote, 'kind' | 'noun' | 'path' | 'member' | 'versions' | 'taskId'>;
type Step = string | number;

export class Notes {
  /** More of one value tell nothing new. */
  static readonly most = 50;

  list: ShapeRemark[] | undefined;
  /** The task of a list that the walk is in. */
  taskId: string | undefined;
  readonly #steps: Step[] = [];

  get isFull(): boolean {
    return this.list !== undefined && this.list.length >= Notes.most;
  }

  enter(step: Step): void {
    this.#steps.push(step);
  }

  leave(): void {
    this.#steps.pop();
  }

  /** Notes something at `step` of where the walk stands; '' for the place itself. */
  add(odd: Omit<ShapeRemark, 'path' | 'taskId'>, step: string): void {
    if (this.isFull) return;
    this.list ??= [];
    this.list.push({ ...odd, path: this.#path(step), ...(this.taskId === undefined ? {} : { taskId: this.taskId }) });
  }

  /** Notes which of the members are absent or null. */
  missing(noun: string, value: JsonObject, members: readonly string[], versions: readonly string[]): void {
    for (const name of members) {
      const found = value[name];
      // A part's data may be null; a member under another spelling has a note of its own.
      const isThere = found !== undefined && (found !== null || name === 'data') && Object.hasOwn(value, name);
      if (!isThere && !hasMember(value, name)) this.add({ kind: 'missing', noun, member: name, versions }, name);
    }
  }

  /** Notes the keys that are names of the schema under another spelling, unless the name is there too. */
  names(noun: NamedNoun, value: JsonObject, versions: readonly string[]): void {
    for (const key of Object.keys(value)) {
      const name = schemaNameOf(noun, key);
      if (name !== undefined && !Object.hasOwn(value, name)) this.add({ kind: 'snake-case', noun, member: name, versions }, key);
    }
  }

  #path(last: string): string {
    let path = '';
    for (const step of this.#steps) path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`;
    return last === '' ? path : path === '' ? last : `${path}.${last}`;
  }
}

/** A list member, or an empty list. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

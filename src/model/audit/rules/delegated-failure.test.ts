import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, lines, ruled, v10, wire, type Extras } from '../../testing/small-traces.ts';
import { DELEGATED_FAILURE_RULES } from './delegated-failure.ts';

const judge = (text: string) => ruled(DELEGATED_FAILURE_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;

interface Scene {
  readonly message?: JsonObject;
  readonly headers?: JsonObject;
  readonly parentHeaders?: JsonObject;
  readonly child?: string;
  readonly parent?: string;
  readonly result?: Extras;
}
const EMPTY: Extras = { artifacts: [{ artifactId: 'a', parts: [{ text: ' ' }] }] };

/** A coordinator is asked, asks a pricing agent while it works, and answers. */
function scene({
  message = { referenceTaskIds: ['t'] },
  headers = {},
  parentHeaders = {},
  child = 'failed',
  parent = 'completed',
  result = EMPTY,
}: Scene): string {
  return lines(
    wire.to('https://coord.example/a2a', wire.ask(1, 0, 'SendMessage', { message: v10.message('m1') }), parentHeaders),
    wire.to('https://pricing.example/a2a', wire.ask(2, 1, 'SendMessage', { message: v10.message('m2', message) }), headers),
    wire.answer(2, 5, answered(2, v10.task('u', child, { at: 5 }))),
    wire.answer(1, 6, answered(1, v10.task('t', parent, { at: 6, ...result }))),
  );
}

describe('[J.26] child-failure-masked: a parent says nothing of the failure', () => {
  it('by the task that the message refers to, for failed and rejected', () => {
    expect(said(scene({}))).toEqual(['child-failure-masked t warning']);
    expect(said(scene({ child: 'rejected' }))).toEqual(['child-failure-masked t warning']);
    expect(said(scene({ result: {} }))).toEqual(['child-failure-masked t warning']);
  });
  it('by the name of the caller, or by one trace, while the call of the parent is open', () => {
    expect(said(scene({ message: {}, headers: { 'user-agent': 'coord-agent/1.2' } }))).toEqual(['child-failure-masked t warning']);
    const trace = '0af7651916cd43dd8448eb211c80319c';
    expect(
      said(
        scene({
          message: {},
          parentHeaders: { traceparent: `00-${trace}-b7ad6b7169203331-01` },
          headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
        }),
      ),
    ).toEqual(['child-failure-masked t warning']);
  });
  it('not where the parent has a result, a word about it, or failed itself', () => {
    expect(judge(scene({ result: { artifacts: [{ artifactId: 'a', parts: [{ text: 'No price.' }] }] } }))).toMatchObject({
      said: [],
      passed: ['child-failure-masked t'],
    });
    expect(said(scene({ result: { says: 'The price could not be had.' } }))).toEqual([]);
    expect(said(scene({ parent: 'failed' }))).toEqual([]);
  });
  it('not where two calls to the caller are open at once: either may be the parent', () => {
    const text = lines(
      wire.to('https://coord.example/a2a', wire.ask(1, 0, 'SendMessage', { message: v10.message('m1') })),
      wire.to('https://coord.example/a2a', wire.ask(3, 0.5, 'SendMessage', { message: v10.message('m3') })),
      wire.to('https://pricing.example/a2a', wire.ask(2, 1, 'SendMessage', { message: v10.message('m2') }), {
        'user-agent': 'coord-agent/1',
      }),
      wire.answer(2, 5, answered(2, v10.task('u', 'failed', { at: 5 }))),
      wire.answer(1, 6, answered(1, v10.task('t', 'completed', { at: 6 }))),
      wire.answer(3, 7, answered(3, v10.task('w', 'completed', { at: 7 }))),
    );
    expect(said(text)).toEqual([]);
  });
  it('not where the child succeeded, or nothing links the two', () => {
    expect(said(scene({ child: 'completed' }))).toEqual([]);
    expect(said(scene({ message: {} }))).toEqual([]);
  });
  it('not where a later task refers to one that had completed before', () => {
    const text = lines(
      wire.ask(1, 0, 'SendMessage', { message: v10.message('m1') }),
      wire.answer(1, 1, answered(1, v10.task('t', 'completed', { at: 1 }))),
      wire.ask(2, 2, 'SendMessage', { message: v10.message('m2', { referenceTaskIds: ['t'] }) }),
      wire.answer(2, 3, answered(2, v10.task('u', 'failed', { at: 3 }))),
    );
    expect(said(text)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { judgeText } from '../../testing/judged.ts';
import { ruled } from '../../testing/small-traces.ts';
import { CARD_RULES } from './cards.ts';

const said = (value: unknown): readonly string[] => ruled(CARD_RULES, JSON.stringify(value)).said;

describe('[J.71] cards', () => {
  it('a manifest of ACP is no card of A2A, wherever it stands', () => {
    const manifest = { name: 'writer', description: 'Writes.', input_content_types: ['text/plain'], output_content_types: ['text/plain'] };
    expect(said(manifest)).toEqual([]);
    expect(said({ agents: [manifest] })).toEqual([]);
    expect(judgeText(JSON.stringify(manifest)).said).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { useChaos } from './chaos/chaos-store.ts';
import { decodeView, encodeView } from './deep-link.ts';
import { useGapPlay } from './gaps/gap-play.ts';
import { applyPanels, panelsNow } from './link-panels.ts';

describe('[U.5] a link into the panels that play by themselves', () => {
  beforeEach(() => {
    useChaos.setState({ settings: {}, chosen: undefined });
    useGapPlay.setState({ chosen: undefined });
  });

  it('holds the settings of the matrix and the row, and brings them back', () => {
    const chaos = { client: 'naive', attempts: 2, deadlineMs: 500, seed: 'seed=1&x', sick: 'format_table', row: 'lying_card' } as const;
    const view = { panel: 'chaos', chaos } as const;
    const read = decodeView(encodeView(view));
    expect(read).toMatchObject({ ok: true, value: view });
    applyPanels(view);
    expect(panelsNow('chaos')).toEqual({ chaos });
    expect(panelsNow('timeline')).toEqual({});
    expect(useChaos.getState().settings).not.toHaveProperty('row');
  });

  it('holds the gap that is looked at', () => {
    expect(decodeView('v=1&panel=gaps&gap=4')).toMatchObject({ ok: true, value: { panel: 'gaps', gap: 4 } });
    applyPanels({ gap: 4 });
    expect(panelsNow('gaps')).toEqual({ gap: 4 });
    expect(panelsNow('chaos')).toEqual({});
  });

  it('says nothing of what is as it was', () => {
    expect(encodeView({ panel: 'chaos', ...panelsNow('chaos') })).toBe('v=1&panel=chaos');
  });

  it.each([
    ['gap=7', 'There is no gap “7”'],
    ['gap=0', 'There is no gap “0”'],
    ['chaos={"tries":2}', 'no setting “tries”'],
    ['chaos={"attempts":"2"}', '"2" is no attempts'],
    ['chaos={"attempts":0}', '0 is no attempts'],
    ['chaos={"deadlineMs":1e99}', 'is no deadlineMs'],
    ['chaos={"row":"__proto__"}', 'is no row'],
    ['chaos={"__proto__":{}}', 'no setting “__proto__”'],
    ['chaos={"constructor":1}', 'no setting “constructor”'],
    ['chaos=[]', 'is no JSON object'],
  ])('refuses %s in words', (piece, words) => {
    const read = decodeView(`v=1&panel=chaos&${piece}`);
    expect(read.ok ? '' : read.issues.map(({ message }) => message).join(' ')).toContain(words);
  });
});

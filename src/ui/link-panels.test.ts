import { beforeEach, describe, expect, it } from 'vitest';
import { useChaos } from './chaos/chaos-store.ts';
import { decodeView, encodeView } from './deep-link.ts';
import { useGapPlay } from './gaps/gap-play.ts';
import { useInspector } from './inspector-store.ts';
import { applyPanels, panelsNow } from './link-panels.ts';
import { useWatchPlay } from './watch/watch-play.ts';

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

  it('holds what the watch on screen was played with, as long as no lesson beside says it', () => {
    const knobs = { actions: [{ at: 32_500, do: 'kill' }], loses: 'third' };
    const watch = { lesson: 'three-watches', knobs, take: 'follow' } as const;
    expect(decodeView(encodeView({ panel: 'watch', watch }))).toMatchObject({ ok: true, value: { panel: 'watch', watch } });
    useInspector.setState({ log: 7, lesson: undefined });
    useWatchPlay.setState({ shown: { log: 7, seed: 'three-watches', ...watch } });
    expect(panelsNow('watch')).toEqual({ watch });
    useInspector.setState({ log: 8 });
    expect(panelsNow('watch')).toEqual({});
    useInspector.setState({ log: 7, lesson: { id: 'three-watches', knobs } });
    expect(panelsNow('watch')).toEqual({});
    useInspector.setState({ log: undefined, lesson: undefined });
  });

  it('says nothing of what is as it was', () => {
    expect(encodeView({ panel: 'chaos', ...panelsNow('chaos') })).toBe('v=1&panel=chaos');
  });

  it.each([
    ['gap=7', 'There is no gap “7”'],
    ['gap=0', 'There is no gap “0”'],
    ['watch={"lesson":"card-on-the-wire"}', 'no lesson about a watch "card-on-the-wire"'],
    ['watch={"lesson":"three-watches","take":"poll"}', 'has no take "poll"'],
    ['watch={"lesson":"three-watches","knobs":[]}', 'knobs of a watch are an object'],
    ['watch={"lesson":"three-watches","speed":1}', 'A watch has no “speed”'],
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

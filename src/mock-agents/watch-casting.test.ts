// Who is seated for a watch, where, and what each is told.

import { describe, expect, it } from 'vitest';
import { castOf } from './casting.ts';
import { everybody } from './testing/everybody.ts';
import { lessonOf, type SceneChanges, sceneWith } from './testing/stand-in-scenes.ts';
import { hostOf, killsOf } from './watch-casting.ts';

const castFor = (changes: SceneChanges = {}, seed = 'one') =>
  castOf(lessonOf(sceneWith(changes)), { policy: 'hardened', seed, spawn: everybody });
type Told = Readonly<Record<string, unknown>>;
const toldTo = (changes: SceneChanges, seed?: string): readonly Told[] => castFor(changes, seed).map(({ settings }) => settings as Told);

describe('[E.40] the cast of a watch', () => {
  it('is the remote agent and the host, each in a worker of its own make, the host last and alone to live again', () => {
    expect(castFor({ host: { restartMs: 700 } })).toMatchObject([
      { agent: 'sanctions-screening-agent', behaviour: 'remote-task', place: 'worker' },
      { agent: 'host.example', behaviour: 'stand-in', entry: 'stand-in', place: 'worker', receives: true, revivesAfterMs: 700 },
    ]);
    expect(castFor()[0]).not.toHaveProperty('revivesAfterMs');
  });

  it('has a stranger where one rings, who is told his own rings and no token', () => {
    const actions = [
      { do: 'ring', at: 1, by: 'stranger' },
      { do: 'ring', at: 2 },
    ] as const;
    const [agent, stranger] = toldTo({ host: { watch: 'push' }, actions });
    expect(castFor({ actions }).map(({ agent: name, place }) => [name, place])).toEqual([
      ['sanctions-screening-agent', 'worker'],
      ['stranger', 'inside'],
      ['host.example', 'worker'],
    ]);
    expect(stranger?.['rings']).toEqual([actions[0]]);
    expect(agent?.['rings']).toEqual([actions[1]]);
    expect(JSON.stringify(stranger)).not.toContain((agent?.['armed'] as { readonly token: string }).token);
  });

  it('begins registered only where the scene is parked with a push, under a token of the seed', () => {
    const push = { host: { watch: 'push' } } as const;
    expect(toldTo(push)[0]).toMatchObject({
      armed: { configId: 'config-1', url: 'https://host.example/a2a/push/task-1' },
      startsParked: true,
    });
    const tokenOf = (seed: string): unknown => (toldTo(push, seed)[0]?.['armed'] as Told)['token'];
    expect(tokenOf('one')).toBe(tokenOf('one'));
    expect(tokenOf('one')).not.toBe(tokenOf('two'));
    for (const host of [{ watch: 'follow' }, { begins: 'turn', watch: 'push' }] as const) {
      expect(toldTo({ host }).map((told) => 'armed' in told)).toEqual([false, false]);
    }
  });

  it('tells the host its own actions by their places in the scene, and nobody else of them', () => {
    const actions = [
      { do: 'kill', at: 5 },
      { do: 'reply', at: 3, text: 'UAE lists' },
      { do: 'ring', at: 4 },
      { do: 'roll', at: 2 },
    ] as const;
    const [agent, host] = toldTo({ actions });
    expect(host?.['actions']).toEqual([
      { place: 1, do: 'reply', at: 3, text: 'UAE lists' },
      { place: 3, do: 'roll', at: 2 },
    ]);
    expect(agent).not.toHaveProperty('actions');
    expect(killsOf(sceneWith({ actions }))).toEqual([{ agent: 'host.example', at: 5 }]);
  });

  it.each([
    [null, 'host.example'],
    ['https://bank.example:8443/a2a/', 'bank.example:8443'],
    ['no address', 'host.example'],
    ['mailto:somebody@bank.example', 'host.example'],
  ])('calls the host after its address %j', (baseUrl, name) => {
    expect(hostOf(sceneWith({ host: { baseUrl } }))).toBe(name);
  });
});

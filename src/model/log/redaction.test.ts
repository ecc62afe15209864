import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCuts, createCutter, placeholder } from './redaction.ts';

const cut = (text: string): string => createCutter().cutBody(text).text;
const places = (text: string): readonly string[] =>
  createCutter()
    .findCuts(text)
    .map((found) => `${found.number} ${found.shape} @ ${found.place}`);

describe('cutHeaders', () => {
  it('[L.7] cuts what authenticates, keeps the scheme and the caller context', () => {
    const headers = {
      authorization: 'Bearer s3cret',
      cookie: 'a=b',
      'x-caller-context': '{"agentId":"a"}',
      'x-a2a-notification-token': 's3cret',
    };
    expect(createCutter().cutHeaders(headers)).toEqual({
      headers: {
        authorization: 'Bearer [cut 1: authorization]',
        cookie: '[cut 2: cookie]',
        'x-caller-context': '{"agentId":"a"}',
        'x-a2a-notification-token': '[cut 1: token]',
      },
      cuts: [
        { number: 1, shape: 'authorization', place: 'header authorization', where: 'header' },
        { number: 2, shape: 'cookie', place: 'header cookie', where: 'header' },
        { number: 1, shape: 'token', place: 'header x-a2a-notification-token', where: 'header' },
      ],
    });
  });
  it('[L.7] cuts the whole value when the first word is no known scheme', () => {
    expect(createCutter().cutHeaders({ authorization: 'correct horse battery' }).headers).toEqual({
      authorization: '[cut 1: authorization]',
    });
  });
});

describe('cutBody', () => {
  it('[L.7] cuts the token and the credentials of a push config of 0.3, in order of place', () => {
    const text =
      '{"params":{"pushNotificationConfig":{"token":"t-1","authentication":{"schemes":["Bearer"],"credentials":"c-1"},"url":"u"}}}';
    expect(cut(text)).toBe(
      '{"params":{"pushNotificationConfig":{"token":"[cut 1: token]","authentication":{"schemes":["Bearer"],"credentials":"[cut 2: credentials]"},"url":"u"}}}',
    );
    expect(places(text)).toEqual(['1 token @ config.token', '2 credentials @ config.authentication.credentials']);
  });
  it('[L.7] cuts the flat config of 1.0 and a list of configs by their looks', () => {
    expect(cut('{"configs":[{"taskId":"t","url":"u","token":"one"},{"token":"two","url":"u"}]}')).toBe(
      '{"configs":[{"taskId":"t","url":"u","token":"[cut 1: token]"},{"token":"[cut 2: token]","url":"u"}]}',
    );
  });
  it('[L.7] leaves a token that is none of a config', () => {
    const text = '{"usage":{"token":"not a secret"},"nextPageToken":"p2"}';
    expect(cut(text)).toBe(text);
  });
  it('[L.7] cuts headers as an object, with lists of values, as entries and as pairs', () => {
    expect(cut('{"headers":{"Authorization":"Bearer x","set-cookie":["a=1","b=2"]}}')).toBe(
      '{"headers":{"Authorization":"Bearer [cut 1: authorization]","set-cookie":["[cut 2: cookie]","[cut 3: cookie]"]}}',
    );
    expect(cut('{"requestHeaders":[{"value":"k","name":"X-Api-Key"},{"name":"accept","value":"*/*"}]}')).toBe(
      '{"requestHeaders":[{"value":"[cut 1: api-key]","name":"X-Api-Key"},{"name":"accept","value":"*/*"}]}',
    );
    expect(cut('{"headers":[["cookie","a=b"],["accept","*/*"]]}')).toBe('{"headers":[["cookie","[cut 1: cookie]"],["accept","*/*"]]}');
  });
  it('[L.7] reaches JSON in strings and event streams in strings', () => {
    const inner = JSON.stringify({ pushNotificationConfig: { url: 'u', token: 'a"b\\c' } });
    const outer = JSON.stringify({ body: inner, text: `event: x\ndata: ${inner}\n\n` });
    const read = JSON.parse(cut(outer)) as { body: string; text: string };
    const config = { pushNotificationConfig: { url: 'u', token: '[cut 1: token]' } };
    expect(JSON.parse(read.body)).toEqual(config);
    expect(read.text).toBe(`event: x\ndata: ${JSON.stringify(config)}\n\n`);
  });
  it('[L.7] cuts header lines of a transcript and what a broken JSON text still shows', () => {
    expect(cut('> POST / HTTP/1.1\r\n> Authorization: Digest username="a", response="b"\r\n> accept: */*')).toBe(
      '> POST / HTTP/1.1\r\n> Authorization: Digest [cut 1: authorization]\r\n> accept: */*',
    );
    expect(cut(`curl -H 'authorization: Bearer abc' http://a.example`)).toBe(
      `curl -H 'authorization: Bearer [cut 1: authorization]' http://a.example`,
    );
    expect(cut('{"url":"u","token":"abc\\"d","next":')).toBe('{"url":"u","token":"[cut 1: token]","next":');
    expect(cut('{"a":1,,"token":"abc')).toBe('{"a":1,,"token":"[cut 1: token]');
    expect(cut('{"body":"{\\"url\\":1,,\\"token\\":\\"abc\\"}"}')).toBe('{"body":"{\\"url\\":1,,\\"token\\":\\"[cut 1: token]\\"}"}');
  });
  it('[L.7] cuts nothing beside what an event that breaks off shows of a secret', () => {
    expect(cut('data: {"authorization":"')).toBe('data: {"authorization":"');
    expect(cut('data: {"a":1,\ndata: "authorization":"Bearer abc\nid: 1\n\n')).toBe(
      'data: {"a":1,\ndata: "authorization":"Bearer [cut 1: authorization]\nid: 1\n\n',
    );
    expect(JSON.parse(cut(JSON.stringify({ text: 'data: {"password":"' })))).toEqual({ text: 'data: {"password":"' });
  });
  it('[L.7] counts a placeholder that stands in the text as a cut of its own number', () => {
    const text = '{"headers":{"authorization":"Bearer [cut 4: authorization]","cookie":"fresh"},"note":"[cut 2: token]"}';
    expect(createCutter().cutBody(text)).toEqual({
      text: '{"headers":{"authorization":"Bearer [cut 4: authorization]","cookie":"[cut 1: cookie]"},"note":"[cut 2: token]"}',
      cuts: [
        { from: 36, to: 58, number: 4, shape: 'authorization', place: 'header authorization', where: 'header' },
        { from: 70, to: 75, number: 1, shape: 'cookie', place: 'header cookie', where: 'header' },
        { from: 86, to: 100, number: 2, shape: 'token', place: 'cut before', where: 'body' },
      ],
    });
  });
  it('[L.7] cutting twice changes nothing and keeps the numbers', () => {
    const secret = fc.string({ minLength: 1, maxLength: 12 }).map((text) => `${text}7x`);
    const config = fc.record({
      url: fc.constant('http://hooks.example/inbox'),
      token: secret,
      authentication: fc.record({ credentials: secret }),
    });
    const value = fc.record({
      headers: fc.record({ authorization: secret, cookie: secret }),
      body: fc.oneof(
        config,
        config.map((inner) => JSON.stringify(inner)),
      ),
    });
    fc.assert(
      fc.property(value, (original) => {
        const once = createCutter().cutBody(JSON.stringify(original));
        const twice = createCutter().cutBody(once.text);
        expect(twice.text).toBe(once.text);
        expect(twice.cuts.map((found) => [found.number, found.shape])).toEqual(once.cuts.map((found) => [found.number, found.shape]));
        expect(() => JSON.parse(once.text) as unknown).not.toThrow();
        expect(once.cuts).toHaveLength(4);
      }),
      { numRuns: 50 },
    );
  });
  it('[L.7] never throws, whatever the text', () => {
    const hostile = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        '\\',
        ':',
        ',',
        'token',
        'headers',
        'authorization',
        'data:',
        '\n',
        ' ',
        'x',
        '[cut 1: token]',
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          hostile.map((pieces) => pieces.join('')),
        ),
        (text) => {
          const { cuts } = createCutter().cutBody(text);
          cuts.forEach((found, index) => expect(found.from).toBeGreaterThanOrEqual(cuts[index - 1]?.to ?? 0));
        },
      ),
    );
  });
});

describe('applyCuts', () => {
  const text = 'aa SECRET bb OTHER cc';
  const cuts = [
    { from: 3, to: 9, number: 1, shape: 'token' },
    { from: 13, to: 18, number: 2, shape: 'cookie' },
  ];
  it('[L.7] replaces what lies in the stretch', () => {
    expect(applyCuts(text, 0, cuts)).toBe('aa [cut 1: token] bb [cut 2: cookie] cc');
    expect(applyCuts(text.slice(10), 10, cuts)).toBe('bb [cut 2: cookie] cc');
  });
  it('[L.7] shows no piece of a secret in any window', () => {
    fc.assert(
      fc.property(fc.nat(21), fc.nat(21), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const window = applyCuts(text.slice(from, to), from, cuts)
          .replaceAll(placeholder(1, 'token'), '')
          .replaceAll(placeholder(2, 'cookie'), '');
        expect(window).toMatch(/^[abc ]*$/);
      }),
    );
  });
});

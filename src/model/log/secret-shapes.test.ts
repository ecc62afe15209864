// Every shape in which a secret has been met, one a row: a new one is a new row here.

import { describe, expect, it } from 'vitest';
import { createCutter } from './redaction.ts';

const SECRET = 'q7Zk-s3cret.X';
const cut = (text: string): string => createCutter().cutBody(text).text;
const json = (value: unknown): string => JSON.stringify(value);
const bearer = `Bearer ${SECRET}`;
const config = { url: 'https://hooks.example/in', token: SECRET };

const SHAPES: readonly (readonly [shape: string, text: string])[] = [
  ['a header in a set of headers', json({ headers: { authorization: bearer } })],
  ['a header as a member of anything', json({ a: { b: [{ authorization: bearer }] } })],
  ['a header at the top', json({ Authorization: bearer })],
  ['a header with underscores', json({ x_api_key: SECRET })],
  ['a header in camel case', json({ proxyAuthorization: `Basic ${SECRET}` })],
  ['cookie', json({ request: { cookie: `id=${SECRET}` } })],
  ['set-cookie with several values', json({ meta: { 'Set-Cookie': ['a=1', `id=${SECRET}`] } })],
  ['x-a2a-notification-token', json({ 'X-A2A-Notification-Token': SECRET })],
  ['an entry of a header list', json({ headers: [{ name: 'Authorization', value: bearer }] })],
  ['an entry, value first', json({ list: [{ value: SECRET, name: 'x-api-key' }] })],
  ['an entry by key', json({ tags: [{ key: 'http.request.header.authorization', type: 'string', value: bearer }] })],
  [
    'an attribute of a span',
    json({ attributes: [{ key: 'http.request.header.x-api-key', value: { arrayValue: { values: [{ stringValue: SECRET }] } } }] }),
  ],
  [
    'a pair',
    json({
      raw: [
        ['accept', '*/*'],
        ['authorization', bearer],
      ],
    }),
  ],
  ['names and values in turn', json({ rawHeaders: ['accept', '*/*', 'Cookie', `id=${SECRET}`] })],
  ['pushNotificationConfig', json({ params: { configuration: { pushNotificationConfig: { url: 'u', token: SECRET } } } })],
  ['push_notification_config', json({ push_notification_config: { id: '1', token: SECRET } })],
  ['taskPushNotificationConfig', json({ taskPushNotificationConfig: { token: SECRET } })],
  ['pushNotification of 0.1', json({ pushNotification: { token: SECRET } })],
  ['a config by its looks', json([{ token: SECRET, url: 'u' }])],
  ['a config in a config', json({ pushNotificationConfig: { pushNotificationConfig: config } })],
  ['credentials', json({ authentication: { schemes: ['Bearer'], credentials: SECRET } })],
  ['credentials that stand alone', json({ auth: { scheme: 'Bearer', credentials: SECRET } })],
  ['a list of credentials', json({ pushNotificationConfig: { url: 'u', authentication: { credentials: [SECRET] } } })],
  ['credentials of some other form', json({ authentication: { schemes: ['Bearer'], credentials: { token: SECRET } } })],
  ['credentials at some depth', json({ credentials: { bearer: [{ value: [SECRET] }] } })],
  ['a list of push tokens', json({ params: { pushNotificationConfig: { url: 'u', token: [SECRET] } } })],
  ['client_secret', json({ client_id: 'a', client_secret: SECRET })],
  ['clientSecret', json({ clientSecret: SECRET })],
  ['access_token', json({ access_token: SECRET, token_type: 'bearer' })],
  ['a name in escapes', `{"body":"{\\u0022authorization\\u0022:\\u0022${bearer}\\u0022}"}`],
  ['JSON in a string', json({ body: json({ params: { pushNotificationConfig: config } }) })],
  ['JSON in a string in a string', json({ text: json({ body: json({ headers: [{ name: 'cookie', value: SECRET }] }) }) })],
  ['JSON in the middle of nothing else', `  ${json(config)}  `],
  ['values one after the other', `${json({ a: 1 })}\n${json({ 'api-key': SECRET })}`],
  ['an event', `event: x\ndata: ${json(config)}\n\n`],
  ['an event over several lines', `data: {"url":"u",\ndata: "token":"${SECRET}"}\n\n`],
  ['an event whose lines end between a name and its colon', `data: {"authorization" \ndata:  : "${bearer}"}\n\n`],
  ['such an event in a string', json({ line: 'chunk', text: `data: {"authorization" \r\ndata:  : "${bearer}"}\r\n\r\n` })],
  ['such an event after a line that is none', `what?\rdata: {"x-api-key"\r: a comment\rdata: :"${SECRET}"}\r\r`],
  ['a header line between events', `data: 1\n\nAuthorization: ${bearer}\n\n`],
  ['a header with an escape in its name', `{"auth\\u006frization":"${bearer}"}`],
  ['a push token with an escape in its name', `{"pushNotificationConfig":{"t\\u006Fken":"${SECRET}"}}`],
  ['a name with an escape in a string', json({ body: `{"\\u0061pi-key":"${SECRET}"}` })],
  ['a name with an escape in broken JSON', `{"a":1,,"auth\\u006frization":"${bearer}"`],
  ['an event in a string', json({ line: 'chunk', text: `data: ${json({ result: config })}\n\n` })],
  ['header lines', `POST / HTTP/1.1\r\nAuthorization: ${bearer}\r\n\r\n`],
  ['header lines of a transcript', `> GET / HTTP/1.1\n> x-api-key: ${SECRET}\n`],
  ['header lines in a string', json({ raw: `GET / HTTP/1.1\r\nCookie: id=${SECRET}\r\n\r\n` })],
  ['a command line', `curl -H "authorization: ${bearer}" https://a.example`],
  ['broken JSON', `{"a":1,,"authorization":"${bearer}"`],
  ['broken JSON that ends inside the secret', `{"pushNotificationConfig":{"url":"u","token":"${SECRET}`],
  ['a broken entry of a header list', `{"headers":[{"name":"Authorization","value":"${SECRET}`],
  ['a broken pair', `[["accept","*/*"],["authorization","${bearer}`],
  ['broken JSON in a string', json({ text: `data: {"result":{"token":"${SECRET}` })],
];

/** Secrets that are numbers: a string takes their place. */
const NUMBERS: readonly (readonly [shape: string, text: string, cut: string])[] = [
  ['a push token', '{"pushNotificationConfig":{"token": 1234567890123 }}', '{"pushNotificationConfig":{"token": "[cut 1: token]" }}'],
  ['a token beside a url', '{"token":-12e3,"url":"u"}', '{"token":"[cut 1: token]","url":"u"}'],
  ['credentials, in a list', '{"credentials":[null,77,true]}', '{"credentials":[null,"[cut 1: credentials]",true]}'],
  ['an entry of a header list', '[{"value":77,"name":"x-api-key"}]', '[{"value":"[cut 1: api-key]","name":"x-api-key"}]'],
  ['JSON in a string', '{"a":"{\\"api-key\\":77}"}', '{"a":"{\\"api-key\\":\\"[cut 1: api-key]\\"}"}'],
  [
    'an event in a string',
    '{"a":"data: {\\"password\\":\\ndata: 77}\\n\\n"}',
    '{"a":"data: {\\"password\\":\\ndata: \\"[cut 1: password]\\"}\\n\\n"}',
  ],
];

/** What looks like a place and is none. */
const PLAIN: readonly (readonly [shape: string, text: string])[] = [
  ['a count of tokens', json({ usage: { token: 'many', totalTokens: 7 } })],
  ['a page token', json({ nextPageToken: 'p2' })],
  ['a scheme of a card', json({ securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } })],
  ['a requirement of a card', json({ security: [{ authorization: ['read'] }, { apiKey: ['write'] }] })],
  ['credentials as a scheme of a card', json({ securitySchemes: { credentials: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } })],
  ['a count', json({ nextPageToken: 7, usage: { token: 7 }, tokens: 9 })],
  ['names of headers', json({ allowed: ['authorization', 'cookie', 'content-type'] })],
  ['a state', json({ status: { state: 'auth-required' }, credentialsRequired: 'yes' })],
  ['a text', json({ kind: 'text', text: 'bring your own token: it is free' })],
  ['the caller', json({ headers: { 'x-caller-context': '{"agentId":"a"}' } })],
];

describe('[L.7] secrets are cut', () => {
  it.each(SHAPES)('%s', (_shape, text) => {
    const cutText = cut(text);
    expect(cutText).not.toContain(SECRET);
    expect(cutText).toMatch(/\[cut 1: [a-z-]+\]/);
    expect(cutText.length - text.length).toBeLessThan(40);
    expect(cut(cutText)).toBe(cutText);
  });
  it.each(SHAPES.filter(([, text]) => /^\{[^\n]*\}$/.test(text)))('and leave good JSON: %s', (_shape, text) => {
    expect(() => JSON.parse(cut(text)) as unknown).not.toThrow();
  });
});

describe('[L.7] a number that is a secret is cut to a string', () => {
  it.each(NUMBERS)('%s', (_shape, text, expected) => {
    expect(cut(text)).toBe(expected);
    expect(cut(expected)).toBe(expected);
  });
  it('and has the number of the string that says the same', () => {
    expect(cut('{"password":77,"credentials":"77"}')).toBe('{"password":"[cut 1: password]","credentials":"[cut 1: credentials]"}');
  });
});

describe('[L.7] what is no secret stays', () => {
  it.each(PLAIN)('%s', (_shape, text) => {
    expect(cut(text)).toBe(text);
  });
});

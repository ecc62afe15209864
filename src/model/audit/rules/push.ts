// Rules about webhooks: where they point, how, and whether a delivery proves who sends it. Specification 0.3.0 §10.2, 1.0 §13.2.

import { ADDRESS_WORDS, addressOf, type Address, type AddressKind } from '../../base/address.ts';
import type { Casebook, DeliverySeen, PushConfigSeen } from '../casebook/casebook.ts';
import type { NamedTask, Rule, Verdicts } from '../rule.ts';
import { judgeOf } from './judging-version.ts';
import { taskAsked } from './named-tasks.ts';
import { createVerdictSheet } from './verdict-sheet.ts';

const FORBIDDEN: ReadonlySet<AddressKind> = new Set<AddressKind>([
  'unspecified',
  'loopback',
  'private',
  'link-local',
  'unique-local',
  'metadata',
]);

function isWeb({ scheme }: Address): boolean {
  return scheme === 'http' || scheme === 'https';
}

/** The task whose webhook it is: named by the config, else by the request, else the one that the answer is about. */
function taskOfConfig({ taskId, call }: PushConfigSeen): NamedTask | null {
  const answered = call.answers.find(({ sighting }) => sighting !== undefined)?.sighting?.task ?? call.stream?.task;
  if (taskId !== undefined && taskId !== answered?.id) return { id: taskId, endpoint: call.endpoint };
  return answered ?? taskAsked(call);
}

function checkTargets(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const config of book.pushConfigs) {
    const address = addressOf(config.url);
    const { kind, host, scheme } = address;
    const version = judgeOf(book, { call: config.call });
    const task = taskOfConfig(config);
    if (!isWeb(address)) {
      const what = scheme === '' ? 'is no URL' : `uses ${scheme}:`;
      sheet.find({ task, severity: 'error', rows: [config.row], why: `The webhook ${what}, and a webhook is called over https.`, version });
    } else if (FORBIDDEN.has(kind)) {
      const why = `The webhook host ${host} is ${ADDRESS_WORDS[kind]}; a server that calls it can be made to reach into its own network.`;
      sheet.find({ task, severity: 'error', rows: [config.row], why, version });
    } else if (kind === 'cluster-only') {
      sheet.pass(task, [config.row], `The webhook host ${host} is ${ADDRESS_WORDS[kind]}; whether that is meant cannot be seen from here.`);
    }
  }
  return sheet.verdicts();
}

function checkSchemes(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const config of book.pushConfigs) {
    const { scheme, host } = addressOf(config.url);
    if (scheme !== 'http') continue;
    const why = `The webhook at ${host} uses http: what is delivered, and the token that proves it, can be read on the way.`;
    sheet.find({ task: taskOfConfig(config), severity: 'warning', rows: [config.row], why, version: judgeOf(book, { call: config.call }) });
  }
  return sheet.verdicts();
}

function checkAuthentication(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  const configs = new Map<string, PushConfigSeen[]>();
  for (const config of book.pushConfigs) {
    const place = placeOf(config.url);
    const known = configs.get(place);
    if (known) known.push(config);
    else configs.set(place, [config]);
  }
  for (const delivery of book.deliveries) {
    const wanted = wantedSchemes(delivery, configs.get(placeOf(delivery.url ?? '')) ?? []);
    if (wanted.length === 0 || isAuthenticated(delivery, wanted)) continue;
    const task = delivery.sightings[0]?.task ?? null;
    const refused = delivery.status !== undefined && delivery.status >= 400 ? `, and was refused with HTTP ${delivery.status}` : '';
    const why = `The webhook asks for ${wanted.join(' or ')} authentication; this delivery carries no header for it${refused}.`;
    const version = judgeOf(book, { call: configs.get(placeOf(delivery.url ?? ''))?.[0]?.call });
    sheet.find({ task, severity: 'error', rows: [delivery.row], why, version });
  }
  return sheet.verdicts();
}

/** Host and path: a raw request shows no scheme, and what ends TLS in front of a receiver changes it. */
function placeOf(url: string): string {
  const { host, path } = addressOf(url);
  return host + path;
}

/** Schemes that every config of this webhook seen before asks for; none where one of them asks for nothing. */
function wantedSchemes(delivery: DeliverySeen, configs: readonly PushConfigSeen[]): readonly string[] {
  const taskIds = new Set(delivery.sightings.map(({ task }) => task.id));
  const before = configs.filter(({ row, as }) => row < delivery.row && as === 'request');
  const own = before.filter(({ taskId }) => taskId === undefined || taskIds.size === 0 || taskIds.has(taskId));
  return own.length === 0 || own.some(({ schemes }) => schemes.length === 0) ? [] : [...new Set(own.flatMap(({ schemes }) => schemes))];
}

/** A capture that shows no header at all shows nothing of authentication either. */
function isAuthenticated({ headers = {} }: DeliverySeen, wanted: readonly string[]): boolean {
  return Object.keys(headers).length === 0 || wanted.some((scheme) => isSent(scheme, headers));
}

function isSent(scheme: string, headers: Readonly<Record<string, string>>): boolean {
  const authorization = headers['authorization'];
  if (/^api-?key$/i.test(scheme)) {
    return authorization !== undefined || Object.keys(headers).some((name) => /api-?key|x-goog-api|apikey/i.test(name));
  }
  if (/^(?:bearer|basic|digest|hmac|jwt|oauth2?)$/i.test(scheme)) {
    // A cut value keeps its scheme where it had one; a capture may have masked it all.
    return authorization !== undefined && (authorization.toLowerCase().startsWith(scheme.toLowerCase()) || !/^\w+ /.test(authorization));
  }
  // A scheme of somebody's own: any header that authenticates may be it.
  return authorization !== undefined || Object.keys(headers).some((name) => /auth|token|signature|key/i.test(name));
}

export const PUSH_RULES: readonly Rule[] = [
  {
    id: 'push-url-ssrf',
    title: 'A webhook points into a private network',
    meaning:
      'A webhook URL names a loopback, unspecified, private, link-local or unique local address, a cloud metadata service, or no web address. The parsed host is judged, whatever its spelling.',
    remedy:
      'The server refuses such webhooks by their parsed and resolved host before it stores them; the client names a public https address.',
    channels: ['R', 'P'],
    severities: 'error',
    spec: { '0.3': '§10.2, streaming-and-async', '1.0': '§13.2' },
    check: checkTargets,
  },
  {
    id: 'push-url-insecure',
    title: 'A webhook uses http',
    meaning: 'A webhook URL uses http, so that deliveries and their token cross the network in clear.',
    remedy: 'The client registers an https address; the server refuses others.',
    channels: ['R', 'P'],
    severities: 'warning',
    spec: { '0.1': '§6.8', '0.2': 'streaming-and-async', '0.3': 'streaming-and-async', '1.0': '§13.2' },
    check: checkSchemes,
  },
  {
    id: 'push-auth-not-sent',
    title: 'A delivery without the authentication that was asked for',
    meaning: 'A push config names an authentication scheme, and a delivery whose headers are visible has no header for it.',
    remedy: 'The server sends the configured credentials with every delivery.',
    channels: ['R', 'W'],
    severities: 'error',
    spec: { '0.2': 'streaming-and-async', '0.3': 'streaming-and-async', '1.0': '§4.3.3' },
    check: checkAuthentication,
  },
];

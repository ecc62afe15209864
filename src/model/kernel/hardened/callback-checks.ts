// Where a hardened server calls back: only to hosts that somebody wrote down, over https, read with the platform's parser, which
// is what a client that follows the address would use. The reference cuts the host out of the text (critique R01 to R05).

import { ADDRESS_WORDS, addressOf, type AddressKind } from '../../base/address.ts';
import { quotedText } from '../../base/quoted-text.ts';
import type { OperationError } from '../../protocol/operation.ts';
import type { CallbackQuestion } from '../policy.ts';
import type { Check } from '../policy-entry.ts';
import { isTerminal } from '../transition-table.ts';

/** An entry of an allow-list that stands for every public host. */
const ANY_PUBLIC_HOST = '*';
/** As many characters as a token of 96 random bits has in base64. */
const SHORTEST_TOKEN = 16;

const notAllowed = (message: string): OperationError => ({ code: 'CALLBACK_NOT_ALLOWED', message });

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Host and port as compared: the parser has lowered the case and dropped the default port. */
function hostAndPort({ hostname, port }: URL): string {
  const name = hostname.replace(/\.$/, '');
  return port === '' ? name : `${name}:${port}`;
}

/** What an entry of an allow-list names; undefined for what is more, or less, than a host with an optional port. */
function listedHost(entry: string): string | undefined {
  const url = parsed(`https://${entry}`);
  const isHostOnly = url !== undefined && url.username === '' && url.pathname === '/' && url.search === '' && !/[/?#\\@]/.test(entry);
  return isHostOnly ? hostAndPort(url) : undefined;
}

const SCHEME: Check<CallbackQuestion> = {
  id: 'callback-https',
  title: 'A callback is an absolute https address',
  critique: 'R04',
  default: true,
  check: ({ config }) => {
    const url = parsed(config.url);
    if (!url) return notAllowed('the callback address is not a URL');
    return url.protocol === 'https:' ? undefined : notAllowed(`the callback scheme ${quotedText(url.protocol.slice(0, -1))} is not https`);
  },
};

const CREDENTIALS: Check<CallbackQuestion> = {
  id: 'callback-no-credentials',
  title: 'A callback address carries no credentials',
  critique: 'R02',
  default: true,
  check: ({ config }) => {
    const url = parsed(config.url);
    return url && (url.username !== '' || url.password !== '') ? notAllowed('a callback address must not carry credentials') : undefined;
  },
};

const HOST: Check<CallbackQuestion> = {
  id: 'callback-parsed-host',
  title: 'The parsed callback host is on the allow-list; an empty list allows none, * every public host',
  critique: 'R01',
  default: true,
  check: ({ config, allowedHosts }) => {
    const url = parsed(config.url);
    if (!url) return notAllowed('the callback address is not a URL');
    const host = hostAndPort(url);
    const isListed = allowedHosts.some((entry) => entry === ANY_PUBLIC_HOST || listedHost(entry) === host);
    return isListed ? undefined : notAllowed(`callback host ${quotedText(host)} is not in the allow-list`);
  },
};

/** Written down by name, a name of one's own network is meant; an address inside it is refused even then. */
const CALLABLE: ReadonlySet<AddressKind> = new Set<AddressKind>(['public', 'cluster-only']);

const RANGE: Check<CallbackQuestion> = {
  id: 'callback-public-address',
  title: 'A callback goes to no loopback, private, link-local, metadata or reserved address',
  critique: 'R01',
  default: true,
  check: ({ config, allowedHosts }) => {
    const { kind, host } = addressOf(config.url);
    const isNamed = allowedHosts.some((entry) => entry !== ANY_PUBLIC_HOST && listedHost(entry)?.replace(/:\d+$/, '') === host);
    const isCallable = kind === 'public' || (isNamed && CALLABLE.has(kind));
    return isCallable ? undefined : notAllowed(`callback host ${quotedText(host)} is ${ADDRESS_WORDS[kind]}`);
  },
};

const SPELLING: Check<CallbackQuestion> = {
  id: 'callback-plain-spelling',
  title: 'A callback address spells its host as a parser does',
  critique: 'R02',
  default: true,
  check: ({ config }) => {
    const url = parsed(config.url);
    const spelt = /^https:\/\/([^/?#\\]*)/i.exec(config.url)?.[1]?.toLowerCase();
    const isPlain = url !== undefined && spelt !== undefined && spelt.replace(/:443$/, '') === url.host;
    return isPlain ? undefined : notAllowed('the callback address is not spelt as it is read');
  },
};

const TOKEN: Check<CallbackQuestion> = {
  id: 'callback-token-length',
  title: 'The callback carries a token that cannot be guessed',
  critique: 'R05',
  default: true,
  check: ({ config }) => {
    if (config.token.trim() === '') {
      return { code: 'CALLBACK_UNAUTHENTICATED', message: 'a push notification config must carry a token the receiver can verify' };
    }
    if (config.token.trim().length >= SHORTEST_TOKEN) return undefined;
    return {
      code: 'CALLBACK_UNAUTHENTICATED',
      message: `the token of a push notification config needs ${SHORTEST_TOKEN} characters or more`,
    };
  },
};

const LIVE_TASK: Check<CallbackQuestion> = {
  id: 'callback-for-live-task',
  title: 'A task that has ended takes no callback',
  critique: 'R05',
  default: true,
  check: ({ task }) =>
    isTerminal(task.status.state) ? { code: 'TASK_TERMINAL', message: `task ${task.taskId} is already ${task.status.state}` } : undefined,
};

/** In the order in which they are asked: an address that goes elsewhere is told by where it goes. */
export const HARDENED_CALLBACK: readonly Check<CallbackQuestion>[] = [LIVE_TASK, SCHEME, CREDENTIALS, HOST, RANGE, SPELLING, TOKEN];

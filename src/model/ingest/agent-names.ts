// Who is behind a URL: the card's name once a card has been seen, the host until then.

import type { ObservedCard } from '../adapters/observation.ts';

export interface AgentNames {
  /** Notes a card, and the URL it was fetched from where that is known. */
  learn(card: ObservedCard, fetchedFrom?: string): void;
  /** Name of the card that claims the URL (the longest path first, then the host alone), else the host; undefined for no URL. */
  nameOf(url: string | undefined): string | undefined;
}

/** Host and path; who logs in is no part of either, and a password must not end in a name. */
const PARTS = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)([^?#]*)/i;

/** How many segments are taken off a path in search of its agent; REST paths add up to five. */
const MAX_STEPS = 16;

/** Starts without any card. */
export function createAgentNames(): AgentNames {
  // By host and path, and by host alone; null where two cards claim the same host.
  const byEndpoint = new Map<string, string>();
  const byHost = new Map<string, string | null>();
  const learnHost = (host: string, name: string): void => {
    const known = byHost.get(host);
    byHost.set(host, known === undefined || known === name ? name : null);
  };
  return {
    learn: (observed, fetchedFrom) => {
      const { name, url } = observed.card;
      if (name === '') return;
      for (const endpoint of [url, ...observed.interfaces.map((offered) => offered.url)]) {
        const [, host, path = ''] = PARTS.exec(endpoint) ?? [];
        if (host === undefined) continue;
        byEndpoint.set(host.toLowerCase() + path.replace(/\/$/, ''), name);
        learnHost(host.toLowerCase(), name);
      }
      const from = fetchedFrom === undefined ? undefined : PARTS.exec(fetchedFrom)?.[1];
      if (from !== undefined) learnHost(from.toLowerCase(), name);
    },
    nameOf: (url) => {
      const [, stated, path = ''] = PARTS.exec(url ?? '') ?? [];
      if (stated === undefined) return undefined;
      const host = stated.toLowerCase();
      let end = path.length;
      for (let step = 0; step < MAX_STEPS && end > 0; step += 1) {
        const name = byEndpoint.get(host + path.slice(0, end));
        if (name !== undefined) return name;
        end = path.lastIndexOf('/', end - 1);
      }
      return byHost.get(host) ?? host;
    },
  };
}

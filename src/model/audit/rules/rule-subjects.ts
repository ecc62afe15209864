// What a rule judges, and whether a log shows any of it. A rule without a subject has found nothing because there was nothing to
// look at, which is another answer than that all is well. Looks at how many there are of each, and at nothing in them.

import type { ChannelCode, Evidence, Rule } from '../rule.ts';

type Subject = (evidence: Evidence) => boolean;

const streams: Subject = ({ all }) => all.streams.length > 0;
const traffic: Subject = ({ all }) => all.calls.length > 0 || all.tasks.length > 0 || all.streams.length > 0;
const cards: Subject = (evidence) => evidence.cards.length > 0;
const configs: Subject = ({ pushConfigs }) => pushConfigs.length > 0;
const deliveries: Subject = (evidence) => evidence.deliveries.length > 0;
const hops: Subject = (evidence) => evidence.hops.hops().length > 0;
const spans: Subject = (evidence) => evidence.hops.spanCount() > 0;
const text: Subject = () => true;

/** Through a channel a rule may see more than what it is about. */
const NARROWER: Readonly<Record<string, Subject>> = {
  'card-capability-mismatch': cards,
  'delegation-cycle': hops,
  'delegation-depth': hops,
  'push-url-ssrf': configs,
  'push-url-insecure': configs,
  'push-auth-not-sent': deliveries,
  'sse-malformed-frame': streams,
  'unterminated-sse-frame': streams,
};
const BY_CHANNEL: Readonly<Record<ChannelCode, Subject>> = {
  S: streams,
  P: traffic,
  R: traffic,
  W: deliveries,
  C: cards,
  T: spans,
  L: text,
};

/** Whether anything was seen that the rule judges (SPEC.md J.90). */
export function hasSubject({ id, channels }: Pick<Rule, 'id' | 'channels'>, evidence: Evidence): boolean {
  const narrower = NARROWER[id];
  return narrower === undefined ? channels.some((channel) => BY_CHANNEL[channel](evidence)) : narrower(evidence);
}

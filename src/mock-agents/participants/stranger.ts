// Rings at a host's push address without having been told a token, and serves nobody.

import { SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { Behaviour } from '../agent-io.ts';
import { scheduleRings } from '../remote-task/rings.ts';
import type { StrangerSettings } from '../remote-task/settings.ts';

export const stranger: Behaviour = (io) => {
  // Written by the lab a moment ago, by `strangerSettingsAsJson`.
  const { pushUrl, protocol: protocolId, rings } = io.settings as unknown as StrangerSettings;
  const protocol = SERVED_PROTOCOLS.get(protocolId) ?? io.fatal(`no protocol is called ${protocolId}`);
  scheduleRings({ io, protocol, pushUrl, token: () => undefined, task: () => undefined }, rings);
  return () => Promise.resolve({ status: 404, headers: {}, body: '' });
};

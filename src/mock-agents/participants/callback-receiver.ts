// Where deliveries go: takes whatever comes and says so with 204. Who may call it, and whether a body is to be believed, is
// the business of whoever stands behind it.

import type { Behaviour } from '../agent-io.ts';

export const callbackReceiver: Behaviour = () => () => Promise.resolve({ status: 204, headers: {}, body: '' });

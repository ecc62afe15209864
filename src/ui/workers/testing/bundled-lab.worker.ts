// The lab's worker, for tests that bundle its agents: the worker's name says where their scripts are.

import type { AgentUrls } from '../agent-urls.ts';
import { startLab } from '../lab-entry.ts';

startLab(JSON.parse(self.name) as AgentUrls, self.location.href);

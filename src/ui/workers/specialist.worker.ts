// The specialist in a worker of its own, with the libraries that it is made with: they are loaded when a specialist is seated, and
// at no other time.

import './library-realm.ts';
import { SPECIALIST_BEHAVIOURS } from '../../mock-agents/specialist/specialist.ts';
import { hostInWorker } from './host-in-worker.ts';

hostInWorker(SPECIALIST_BEHAVIOURS);

// A lab that tries to leave the page once it serves, and whose agents try too.
import { startLab } from '../lab-entry.ts';
import agentUrl from './leaving-agent.worker.ts?worker&url';

startLab({ agents: agentUrl }, import.meta.url);
self.addEventListener('message', () => void fetch('https://elsewhere.example/lab').catch(() => undefined), { once: true });

// An agent that tries to leave the page as soon as it is there: the product's own entry, and a request to somewhere else.
import '../agent.worker.ts';

fetch('https://elsewhere.example/agent').catch(() => undefined);

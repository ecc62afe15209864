// Nothing leaves the page: every way out is tried from the page, from a worker made the way the page makes them, from a
// worker inside that one, and from the page's own engine and lab workers. Another origin counts what arrives.
import { test as bare } from '@playwright/test';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from './inspector.ts';

/** Tries each way out and says which threw or were refused; must stand alone, because it is sent as text. */
async function tryToLeave(target: string): Promise<Record<string, string>> {
  const outcome: Record<string, string> = {};
  const attempt = async (name: string, go: () => unknown) => {
    try {
      await go();
      outcome[name] = 'done';
    } catch (error) {
      outcome[name] = `refused: ${(error as Error).name}`;
    }
  };
  const opened = (socket: { onopen: unknown; onerror: unknown }) =>
    new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error('refused'));
    });
  await attempt('fetch', () => fetch(`${target}/fetch`, { mode: 'no-cors' }));
  await attempt('import', () => import(/* @vite-ignore */ `${target}/module.js`));
  await attempt('WebSocket', () => opened(new WebSocket(`${target.replace('http', 'ws')}/socket`)));
  await attempt('EventSource', () => opened(new EventSource(`${target}/events`)));
  await attempt('eval', () => (0, eval)('1'));
  await attempt('Function', () => new Function('return 1')());
  await attempt('worker from a URL', () => {
    const worker = new Worker(`${target}/worker.js`);
    return new Promise<void>((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = () => reject(new Error('refused'));
    });
  });
  if (typeof document !== 'undefined') {
    await attempt('beacon', () => {
      navigator.sendBeacon(`${target}/beacon`, 'x');
    });
    await attempt('image', () => {
      const image = new Image();
      return new Promise<void>((resolve, reject) => {
        image.onload = () => resolve();
        image.onerror = () => reject(new Error('refused'));
        image.src = `${target}/image.png`;
      });
    });
    await attempt('form', () => {
      const form = document.createElement('form');
      form.action = `${target}/form`;
      form.method = 'post';
      form.target = 'elsewhere';
      document.body.append(form);
      form.submit();
      form.remove();
    });
    await attempt('prefetch', () => {
      const link = document.createElement('link');
      link.rel = 'prefetch';
      link.href = `${target}/prefetch`;
      document.head.append(link);
    });
    await attempt('frame', () => {
      const frame = document.createElement('iframe');
      frame.src = `${target}/frame`;
      document.body.append(frame);
    });
  }
  return outcome;
}

let elsewhere: Server;
let target = '';
const arrived: string[] = [];
bare.describe.configure({ mode: 'serial' });
bare.beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    arrived.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end('postMessage("here")');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
bare.afterAll(() => new Promise((resolve) => elsewhere.close(resolve)));
bare.beforeEach(() => {
  arrived.length = 0;
});

const ALWAYS_REFUSED = ['fetch', 'import', 'WebSocket', 'EventSource', 'eval', 'Function', 'worker from a URL'];
const expectRefused = (outcome: Record<string, string>) => {
  for (const way of ALWAYS_REFUSED) expect(outcome[way], way).toMatch(/^refused/);
};

bare('the control: without the policy the same attempts arrive', async ({ browser }) => {
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto('./');
  await page.evaluate(tryToLeave, target);
  expect(arrived).toEqual(expect.arrayContaining(['/fetch', '/module.js', '/image.png', '/beacon']));
  await page.close();
});

bare('[U.10] nothing leaves from the page', async ({ page }) => {
  await page.goto('./');
  expectRefused(await page.evaluate(tryToLeave, target));
  expect(arrived).toEqual([]);
});

/** Runs the attempts in a worker made from a blob, `depth` workers deep. */
async function fromBlobWorker([code, target, depth]: readonly [string, string, number]): Promise<Record<string, string>> {
  const nest = (level: number): string =>
    level === 1
      ? `(${code})(${JSON.stringify(target)}).then((outcome) => postMessage(outcome));`
      : `const inner = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(nest(level - 1))}], { type: 'text/javascript' })), { type: 'module' }); inner.onmessage = (event) => postMessage(event.data);`;
  const worker = new Worker(URL.createObjectURL(new Blob([nest(depth)], { type: 'text/javascript' })), { type: 'module' });
  return new Promise((resolve) => {
    worker.onmessage = (event) => resolve(event.data as Record<string, string>);
  });
}
for (const depth of [1, 2, 3]) {
  bare(`[U.10] nothing leaves from a worker ${depth} deep`, async ({ page }) => {
    await page.goto('./');
    expectRefused(await page.evaluate(fromBlobWorker, [tryToLeave.toString(), target, depth] as const));
    expect(arrived).toEqual([]);
  });
}

bare("[U.10] nothing leaves from the page's own workers", async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('[data-inspector-status]')).toHaveAttribute('data-inspector-status', 'ready');
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(2);
  for (const worker of page.workers()) expectRefused(await worker.evaluate(tryToLeave, target));
  expect(arrived).toEqual([]);
});

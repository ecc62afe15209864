// A link to what is on screen: shown before it is sent, with a small trace in it, and followed by somebody else.
import type { Page } from '@playwright/test';
import { expect, test } from './inspector.ts';

const call = (text: string) =>
  `${JSON.stringify({
    ts: '2026-11-29T02:14:00Z',
    dir: 'req',
    method: 'POST',
    url: 'http://hotel.example/a2a',
    headers: { authorization: 'Bearer first-token-000001' },
    body: { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 't-77' } },
  })}\n${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { kind: 'task', id: 't-77', contextId: 'c-1', status: { state: 'completed', message: { kind: 'message', messageId: 'm-1', role: 'agent', parts: [{ kind: 'text', text }] } } } })}\n`;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Link to this view' });

/** Opens the dialog and waits for the trace to be packed. */
async function linkIn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(dialogOf(page).getByRole('button', { name: 'Copy link' })).toHaveAttribute('aria-disabled', 'false');
  return dialogOf(page).getByLabel(/^Link/).inputValue();
}

const gzipOf = (page: Page, text: string, times: number) =>
  page.evaluate(
    async ([text, times]) => {
      const packed = new Blob(Array.from({ length: times }, () => text)).stream().pipeThrough(new CompressionStream('gzip'));
      const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    },
    [text, times] as const,
  );

test('shows a link with the trace in it, its secrets cut, that opens elsewhere at the same place', async ({ page, inspector, context }) => {
  await inspector.visit();
  await inspector.open(call('the room is booked'), 'night.ndjson');
  await page.getByRole('grid', { name: 'Rows' }).getByRole('row').nth(1).click();
  await inspector.idle();
  const link = await linkIn(page);
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel(/^Link/)).toBeVisible();
  await expect(dialog.getByText(/^\d[\d\u202f]* characters$/)).toBeVisible();
  await expect(dialog.getByText('1 secret cut from it.')).toBeVisible();
  await expect(dialog.locator('dl')).toContainText('Timeline');
  await inspector.expectAccessible();
  await dialog.getByLabel('The trace itself rides in the link').uncheck();
  await expect(dialog.getByLabel(/^Link/)).not.toHaveValue(/trace=/);
  await dialog.getByLabel('The trace itself rides in the link').check();
  await page.keyboard.press('Escape');
  expect(link).toMatch(/#v=1&.*trace=gzip\.[\w-]+$/);

  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator('[data-inspector-status]')).toHaveAttribute('data-inspector-status', 'ready');
  await other.evaluate(() => window.inspector.idle());
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('night.ndjson');
  await expect(other.getByRole('grid', { name: 'Rows' })).toHaveAttribute('aria-rowcount', '2');
  await expect(other.locator('.detail h2')).toHaveText('Row 1');
  expect(JSON.stringify(await other.evaluate(() => window.inspector.log({ from: 0, count: 10 })))).toContain('the room is booked');
  await expect(other.locator('body')).not.toContainText('first-token');
  // It stays in the address while somebody looks around, so that a reload shows it again.
  await other.getByRole('grid', { name: 'Rows' }).getByRole('row').nth(0).click();
  await expect.poll(() => other.url()).toMatch(/row=0.*trace=gzip\./);
});

test('refuses a trace that is too big for a link, and says what to do', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(call('x'.repeat(1_100_000)), 'big.ndjson');
  const link = await linkIn(page);
  const dialog = dialogOf(page);
  expect(link).not.toContain('trace=');
  await expect(dialog.getByLabel('The trace itself rides in the link')).not.toBeChecked();
  await expect(dialog.getByText(/a link carries 1 MB at most\. Save the file/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save a file' }).click();
  await expect(page.getByRole('dialog', { name: 'Save or link' })).toBeVisible();
});

test('warns of a long link, and copies all of it', async ({ page, inspector, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await inspector.visit();
  // Letters without a pattern do not get shorter.
  let seed = 7;
  const noise = Array.from({ length: 12_000 }, () => ((seed = (seed * 48_271) % 2_147_483_647) % 36).toString(36)).join(' ');
  await inspector.open(call(noise), 'noise.ndjson');
  const shown = await linkIn(page);
  const dialog = dialogOf(page);
  await expect(dialog.getByText(/Longer than 8 KB/)).toBeVisible();
  await expect(dialog.getByText(/more are not shown; copying takes them all/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.length).toBeGreaterThan(8_000);
  expect(copied.startsWith(shown)).toBe(true);
});

test('tells in words what is wrong with a hostile link', async ({ page, inspector }) => {
  await inspector.visit();
  const bomb = await gzipOf(page, 'a'.repeat(1_000_000), 20);
  const garbage: readonly [trace: string, why: RegExp][] = [
    [`gzip.${bomb}`, /unpacks to more than 1 MB; it was not unpacked/],
    ['gzip.H4sIAAAA', /is broken: a part of the link may be missing/],
    ['brotli.AAAA', /packed as “brotli”; this page unpacks gzip/],
    ['%3Cscript%3E', /What should be a trace in it is none/],
  ];
  for (const [trace, why] of garbage) {
    await inspector.visit('');
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `v=1&trace=${trace}`);
    await expect(page.getByText('This link cannot be read.')).toBeVisible();
    await expect(page.getByText(why)).toBeVisible();
  }
  await page.evaluate(() => {
    window.location.hash = 'v=9&trace=gzip.AAAA';
  });
  await expect(page.getByText(/It was made by version 9 of the view/)).toBeVisible();
});

test('opens a lesson from a link without its rows in it', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('streamed-delegation');
  const link = await linkIn(page);
  expect(link).toContain('lesson=streamed-delegation');
  expect(link).not.toContain('trace=');
  await expect(dialogOf(page).getByText(/The lesson plays again from the link/)).toBeVisible();
});

test('cuts a text that is selected in the detail', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(call('calling Ada Lovelace'), 'letters.ndjson');
  await page.getByRole('grid', { name: 'Rows' }).getByRole('row').nth(1).click();
  await inspector.idle();
  await page.evaluate(() => {
    const walk = document.createTreeWalker(document.querySelector('.detail-text') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const at = node.textContent?.indexOf('Ada Lovelace') ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 'Ada Lovelace'.length);
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
      return;
    }
    throw new Error('the name is not on screen');
  });
  await page.getByRole('button', { name: 'Cut this', exact: true }).click();
  await inspector.idle();
  await expect(page.locator('body')).not.toContainText('Lovelace');
  await expect(page.locator('.detail-text')).toContainText('[cut 2: own]');
});

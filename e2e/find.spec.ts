// Finding: words and filters, what is refused, what is found in the text, and what a link keeps of it.
import type { Page } from '@playwright/test';
import { expect, test, traceText } from './inspector.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Find in rows and text' });
const rows = (page: Page) => page.getByRole('grid', { name: 'Rows' });

/** Two exchanges of 0.5 s and 4 s, one with a failed task, and a word that stands in the text alone. */
const TRACE = [
  { ts: '2026-11-29T02:14:00.000Z', dir: 'req', body: send(1, 'say hello to the albatross') },
  { ts: '2026-11-29T02:14:00.500Z', dir: 'res', body: task(1, 't-good', 'completed') },
  { ts: '2026-11-29T02:15:00.000Z', dir: 'req', body: send(2, 'screen the beneficiary') },
  { ts: '2026-11-29T02:15:04.000Z', dir: 'res', body: task(2, 't-bad', 'failed') },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

function send(id: number, text: string) {
  return {
    jsonrpc: '2.0',
    id,
    method: 'message/send',
    params: { message: { kind: 'message', messageId: `m-${id}`, role: 'user', parts: [{ kind: 'text', text }] } },
  };
}
function task(id: number, taskId: string, state: string) {
  return { jsonrpc: '2.0', id, result: { kind: 'task', id: taskId, contextId: `c-${id}`, status: { state } } };
}

test('filters by key and value, and says how many rows are left', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(TRACE, 'two-calls.ndjson');
  const total = Number(await rows(page).getAttribute('aria-rowcount'));
  for (const [find, left] of [
    ['state:failed', 1],
    ['task:t-good', 1],
    ['-task:t-good', total - 1],
    ['time:>02:14:30', 2],
    ['time:02:14', 2],
    ['time:2026-11-29T02:15Z..', 2],
    ['duration:>1s', 2],
    ['duration:<1s kind:call-settled', 1],
    ['kind:message-sent', 2],
    ['label:"message/send" -duration:>1s', 1],
  ] as const) {
    await field(page).fill(find);
    await inspector.idle();
    await expect(rows(page), find).toHaveAttribute('aria-rowcount', String(left));
    await expect(page.getByLabel('Found')).toContainText(`${left} in rows`);
  }
  await page.getByRole('button', { name: 'Clear find' }).click();
  await expect(rows(page)).toHaveAttribute('aria-rowcount', String(total));
});

test('refuses what is no filter in words, and suggests what is', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(TRACE, 'two-calls.ndjson');
  await field(page).fill('status:failed');
  await expect(page.getByRole('alert')).toContainText('“status:” is no filter. There are task, agent, channel');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await field(page).fill('state:broken');
  await expect(page.getByRole('alert')).toContainText('There is no state “broken”. Known are');
  await field(page).fill('"status:failed"');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await field(page).fill('state:re');
  await expect(page.locator('datalist option[value="state:rejected"]')).toHaveCount(1);
  await inspector.expectAccessible();
});

test('finds in the text what no column says, steps through it, and finds no secret', async ({ page, inspector }) => {
  await inspector.visit();
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGJhdHJvc3MifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
  const withSecret = `${JSON.stringify({ ts: '2026-11-29T02:16:00.000Z', dir: 'req', headers: { authorization: `Bearer ${secret}` }, body: send(3, 'go') })}\n`;
  await inspector.open(TRACE + withSecret, 'two-calls.ndjson');
  await field(page).fill('albatross');
  await expect(page.getByLabel('Found')).toContainText('0 in rows, 1 in the text');
  await expect(rows(page)).toHaveAttribute('aria-rowcount', '1');
  await field(page).press('Enter');
  await expect(rows(page).getByRole('row', { selected: true })).toHaveCount(1);
  await expect(page.locator('[data-said]')).toHaveText('Found: 0 in rows, 1 in the text.');
  await field(page).fill(secret.slice(0, 30));
  await expect(page.getByLabel('Found')).toContainText('0 in rows, 0 in the text');
});

test('walks from hit to hit with Enter and back with Shift Enter', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(TRACE, 'two-calls.ndjson');
  await field(page).fill('kind:call-settled');
  await inspector.idle();
  const at = async () => (await rows(page).getByRole('row', { selected: true }).getAttribute('aria-label')) ?? '';
  await field(page).press('Enter');
  await inspector.idle();
  const first = await at();
  await field(page).press('Enter');
  await inspector.idle();
  expect(await at()).not.toBe(first);
  await field(page).press('Shift+Enter');
  await inspector.idle();
  expect(await at()).toBe(first);
});

test('carries the filter in the link, findings too', async ({ page, inspector }) => {
  await inspector.visit('#v=1&sample=v03-jsonrpc-crash.sse&find=state:failed%20-kind:task');
  await inspector.idle();
  const samples = page.url();
  expect(samples).toContain('find=');
  await expect(field(page)).toHaveValue('state:failed -kind:task');
  await inspector.open(traceText('v03-jsonrpc-crash.sse'), 'again.ndjson');
  await field(page).fill('finding:error');
  await inspector.idle();
  await expect(page.getByLabel('Found')).toContainText('in rows');
  await expect.poll(() => page.url()).toContain('find=finding:error');
});

test('says in words why a position is none', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(TRACE, 'two-calls.ndjson');
  const position = page.getByRole('textbox', { name: 'Position: a row, a time, or +5 s' });
  await position.fill('99999');
  await position.press('Enter');
  await expect(page.locator('#position-said')).toContainText(
    '“99999” is nowhere in this log. Type a row number, a time such as 02:14:12, or +5 s.',
  );
});

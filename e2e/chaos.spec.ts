// The chaos matrix, played with real agents in workers: what every fault comes to, why, and what would change it.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './inspector.ts';

/** Mode, outcome, attempts, virtual seconds. */
const MATRIX = [
  ['none', 'ok', 1, '0.360'],
  ['slow', 'ok', 1, '15.260'],
  ['flaky', 'ok', 3, '1.900'],
  ['error', 'unavailable', 4, '3.600'],
  ['crash', 'unavailable', 4, '3.600'],
  ['hang', 'canceled_deadline', 1, '30.040'],
  ['malformed', 'protocol_violation', 1, '0.040'],
  ['invalid_transition', 'protocol_violation', 1, '0.140'],
  ['auth_reject', 'auth_failed', 1, '0.040'],
] as const;
const rowOf = (page: Page, mode: string): Locator => page.getByRole('row', { name: new RegExp(`^${mode} `) });
/** Where a row is looked at without opening its episode. */
const modeOf = (page: Page, mode: string): Locator => rowOf(page, mode).getByRole('rowheader');
const detail = (page: Page): Locator => page.getByRole('region', { name: 'Row in detail' });

test('every row of the matrix comes to its outcome; a click opens its episode in Timeline', async ({ page, inspector }) => {
  test.setTimeout(180_000);
  await inspector.visit();
  await page.evaluate(() => window.inspector.play('chaos-none'));
  await inspector.openPanel('Chaos');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  for (const [mode, outcome, attempts, seconds] of MATRIX) {
    const row = rowOf(page, mode);
    await expect(row).toContainText('pass', { timeout: 30_000 });
    await expect(row.getByRole('button')).toHaveText(outcome);
    await expect(row).toContainText(`${attempts} of ${attempts}`);
    await expect(row).toContainText(`${seconds} s`);
  }
  await page.getByRole('button', { name: 'Stop' }).click();
  await inspector.idle();
  await expect(page.getByRole('button', { name: 'Run all' })).toBeVisible();
  await expect(rowOf(page, 'lying_card')).toContainText('not played');
  // A worker of the peer spins: the page does not.
  await modeOf(page, 'busy_loop').click();
  await page.keyboard.press('r');
  await expect(rowOf(page, 'busy_loop')).toContainText('running', { timeout: 30_000 });
  const find = page.locator('[data-field="find"]').first();
  await find.pressSequentially('completed');
  await expect(find).toHaveValue('completed');
  await expect(rowOf(page, 'busy_loop')).toContainText('running');
  await expect(rowOf(page, 'busy_loop')).toContainText('pass', { timeout: 60_000 });
  await expect(rowOf(page, 'busy_loop')).toContainText('4 of 4');
  await find.fill('');
  await inspector.idle();
  await inspector.expectAccessible();
  await rowOf(page, 'flaky').getByRole('button').click();
  await inspector.idle();
  await expect(inspector.panel('Timeline')).toHaveAttribute('aria-selected', 'true');
  const rows = await inspector.log(0, 1000);
  expect(rows.filter(({ view }) => view['kind'] === 'retry-scheduled')).toHaveLength(2);
  expect(rows.filter(({ view }) => view['kind'] === 'outcome-decided').map(({ view }) => view['label'])).toEqual(['ok/3']);
});

test('a limit of two attempts fails flaky; the smallest change that passes is found by playing, and applied', async ({
  page,
  inspector,
}) => {
  test.setTimeout(120_000);
  await inspector.visit();
  await page.evaluate(() => window.inspector.play('chaos-none'));
  await inspector.openPanel('Chaos');
  await modeOf(page, 'flaky').click();
  // Keys: R runs the row.
  await page.keyboard.press('r');
  await expect(rowOf(page, 'flaky')).toContainText('pass', { timeout: 30_000 });
  const table = detail(page).getByRole('table', { name: 'Attempts' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table).toContainText('POST /tasks, same client_ref');
  await expect(table).toContainText('yes: a server error may pass, after 500 ms');
  const attempts = page.getByRole('textbox', { name: 'attempts' });
  await attempts.fill('2');
  await attempts.press('Enter');
  await expect(rowOf(page, 'flaky')).toContainText('fail', { timeout: 30_000 });
  await expect(rowOf(page, 'flaky')).toContainText('unavailable');
  await expect(rowOf(page, 'flaky')).toContainText('2 of 3');
  await expect(table).toContainText('no: limit 2');
  await inspector.idle();
  await inspector.expectAccessible();
  await detail(page).getByRole('button', { name: 'Apply and run the row' }).click();
  await expect(rowOf(page, 'flaky')).toContainText('3 of 3', { timeout: 30_000 });
  await expect(rowOf(page, 'flaky')).toContainText('pass');
  await expect(attempts).toHaveValue('3');
  // The same fault, met by the other client.
  await detail(page).getByRole('button', { name: 'Play it' }).click();
  const clients = detail(page).getByRole('table', { name: 'Clients' });
  await expect(clients.getByRole('row', { name: /^naive ok/ })).toBeVisible({ timeout: 30_000 });
  await inspector.idle();
  await rowOf(page, 'flaky').focus();
  await page.keyboard.press('Enter');
  await expect(inspector.panel('Timeline')).toHaveAttribute('aria-selected', 'true');
});

test('an open episode shows its delegations and its step log; a trace without facts says what cannot be known', async ({
  page,
  inspector,
}) => {
  test.setTimeout(120_000);
  await inspector.theme('dark');
  await inspector.visit();
  await inspector.play('degraded-report');
  await page.getByRole('button', { name: 'Last row' }).click();
  await inspector.openPanel('Chaos');
  const row = rowOf(page, 'format_table');
  await expect(row).toContainText('unavailable');
  await expect(row).toContainText('4 of 4');
  await expect(rowOf(page, 'statistics')).toContainText('1 of 1');
  await row.getByRole('rowheader').click();
  await expect(detail(page).getByRole('table', { name: 'Steps' })).toContainText('DEGRADED');
  await expect(detail(page).getByRole('region', { name: 'The report' })).toContainText('DEGRADED');
  await inspector.expectAccessible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('table', { name: 'Steps' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await inspector.expectAccessible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await inspector.openTrace('v03-jsonrpc-delegate.ndjson');
  await inspector.openPanel('Chaos');
  await expect(page.getByRole('table', { name: 'Chaos matrix' })).toContainText('No client says here how a delegation ended.');
});

test('the matrix opens without a log, from the front door and by a link; a gap that it names opens that gap', async ({
  page,
  inspector,
}) => {
  await inspector.visit();
  await page.getByRole('button', { name: 'Panel Chaos' }).click();
  await inspector.idle();
  await inspector.expectAccessible();
  await modeOf(page, 'hang').click();
  const deadline = page.getByRole('textbox', { name: /^deadline/ });
  await deadline.fill('10000');
  await deadline.press('Enter');
  await expect.poll(() => page.evaluate(() => decodeURIComponent(location.hash))).toContain('{"deadlineMs":10000,"row":"hang"}');
  await page.reload();
  await inspector.idle();
  await expect(deadline).toHaveValue('10000');
  await detail(page).getByRole('button', { name: 'Gap 3' }).click();
  await expect(page.getByRole('heading', { name: /^Gap 3:/ })).toBeVisible();
});

test('who plays later has the lab, and the matrix says that it gave way', async ({ page, inspector }) => {
  test.slow();
  await inspector.visit('#v=1&panel=chaos');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(rowOf(page, 'none')).toContainText('pass', { timeout: 30_000 });
  await inspector.panel('Gaps').click();
  await page.getByRole('button', { name: 'Run it', exact: true }).click();
  await inspector.idle();
  await expect(page.getByRole('list', { name: 'Gaps' })).toContainText('naive: protocol_violation, careful: ok');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await inspector.openPanel('Chaos');
  await expect(page.getByText('Stopped: something else was played meanwhile.')).toBeVisible();
});

// How a task was heard of, in a capture that somebody else made: deliveries, the looks they were doorbells for, and what it cost.
import { expect, test, traceText } from './inspector.ts';

const TRACE = 'v03-jsonrpc-push.ndjson';

test('a pasted capture of pushes shows which delivery was a doorbell for which look', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(traceText(TRACE), TRACE);
  await page.keyboard.press('8');
  await inspector.idle();
  const panel = page.getByRole('tabpanel');
  const deliveries = panel.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
  await expect(deliveries).toHaveCount(11);
  await expect(deliveries.nth(1)).toContainText('look agreed after 97 ms');
  await expect(deliveries.nth(2)).toContainText('doubled: other callback');
  await expect(deliveries.nth(7)).toContainText('already completed');
  await expect(panel.getByRole('row', { name: /^Deliveries in/ })).toContainText('11');
  await expect(panel.getByRole('row', { name: /^States heard first/ })).toContainText('2 of 3');
  await expect(panel.getByRole('region', { name: 'Callbacks' })).toContainText('asked for by a call, with a token: set, then deleted');
  await expect(page.locator('body')).not.toContainText('tok-example');
  await inspector.expectAccessible();
  await inspector.theme('dark');
  await inspector.expectAccessible();

  // By keyboard alone: to the row of the second delivery, and the panel shows what was known by then.
  await deliveries.nth(1).getByRole('button', { name: '13', exact: true }).press('Enter');
  await inspector.idle();
  await expect(page).toHaveURL(/panel=watch/);
  await expect(deliveries).toHaveCount(2);
  await expect(deliveries.nth(1)).toContainText('nobody has looked');

  await page.setViewportSize({ width: 390, height: 844 });
  await inspector.idle();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a log without a watch says what would be shown, and how to get it', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open('{"hello":"world"}', 'hello.json');
  await page.keyboard.press('8');
  await inspector.idle();
  await expect(page.getByRole('tabpanel')).toContainText('Record the calls of the client and the requests at its callback');
  await inspector.expectAccessible();
});

test('the watch is entered from the front door; below a log of others the three watches can be played', async ({ page, inspector }) => {
  await inspector.visit();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await inspector.idle();
  await expect(page.getByRole('button', { name: 'Run it', exact: true }).first()).toBeVisible();
  await inspector.visit();
  await page.getByRole('button', { name: 'Panel Watch' }).click();
  await expect(inspector.panel('Watch')).toHaveAttribute('aria-selected', 'true');
  await inspector.openTrace(TRACE);
  await inspector.openPanel('Watch');
  await page.getByRole('button', { name: 'Play the three watches' }).click();
  await expect(page.getByRole('button', { name: 'Run it again' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('table', { name: 'When each change was heard' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Open logs' }).selectOption({ label: TRACE });
  await inspector.idle();
  await expect(page.getByRole('table', { name: 'Deliveries' })).toBeVisible();
});

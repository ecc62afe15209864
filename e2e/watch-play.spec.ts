// The remote watch as a person plays it: three watches of one task, the stand-in's machine step by step, attacks, a death, a lost ring.
import type { Locator, Page } from '@playwright/test';
import { expect, type Inspector, test } from './inspector.ts';

const cells = (page: Page, row: RegExp): Locator =>
  page.getByRole('table', { name: 'What it cost' }).getByRole('row', { name: row }).getByRole('cell');
const attack = (page: Page, title: string): Locator =>
  page.getByRole('table', { name: 'Attacks' }).getByRole('row').filter({ hasText: title });
const played = (page: Page): Locator => page.getByRole('button', { name: 'Run it again' });

async function run(page: Page, inspector: Inspector): Promise<void> {
  await inspector.visit('#v=1&panel=watch');
  await page.getByRole('button', { name: 'Run it', exact: true }).click();
  await expect(played(page)).toBeVisible({ timeout: 30_000 });
  await inspector.idle();
}
/** Does what plays anew; the name of the log on screen counts the rounds. */
async function playAnew(page: Page, inspector: Inspector, act: () => Promise<unknown>): Promise<void> {
  const before = await page.title();
  await act();
  await expect(page).not.toHaveTitle(before, { timeout: 30_000 });
  await expect(played(page)).toBeVisible();
  await inspector.idle();
}
const press = (page: Page, inspector: Inspector, button: Locator): Promise<void> => playAnew(page, inspector, () => button.click());
const toTheEnd = (page: Page): Promise<void> => page.getByRole('slider', { name: 'moment' }).fill('1000');

test('one task, watched in three ways on one clock; a lost doorbell is heard with the next', async ({ page, inspector }) => {
  await run(page, inspector);
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('img', { name: /push heard 4 of 4 changes, the slowest after 3 s; follow heard 4 of 4/ })).toBeVisible();
  await inspector.expectAccessibleInBothThemes();
  await toTheEnd(page);
  await expect(cells(page, /^Changes heard/)).toHaveText(['4 of 4', '4 of 4', '0 of 4']);
  await expect(cells(page, /^Slowest to hear/)).toHaveText(['3 s', '2 s', 'not heard yet']);
  await expect(cells(page, /^GetTask calls/)).toHaveText(['13', '0', '0']);
  await expect(cells(page, /^Parent told/)).toHaveText(['4, 3 with a note', '4, 3 with a note', '0, 0 with a note']);

  await playAnew(page, inspector, () => panel.getByLabel('lose a doorbell').selectOption('third'));
  await toTheEnd(page);
  const late = panel.getByRole('table', { name: 'When each change was heard' }).getByRole('row', { name: /^31 s/ });
  await expect(late.getByRole('cell')).toHaveText(['11.5 s late', '2 s late', 'not heard']);
});

test('attacks cost what they may, a killed worker loses nothing, and a link carries both', async ({ page, inspector }) => {
  await run(page, inspector);
  const panel = page.getByRole('tabpanel');
  await press(page, inspector, panel.getByRole('button', { name: 'Forged token' }));
  await expect(attack(page, 'Forged token')).toContainText(/401.*no fetch/);
  await expect(panel.getByRole('region', { name: 'Doorbell log' }).getByRole('row').nth(1)).toContainText('one message for every refusal');
  await press(page, inspector, panel.getByRole('button', { name: 'Claim that is not so' }));
  await expect(attack(page, 'Claim that is not so')).toContainText(/204.*4 fetches/);
  await expect(panel.getByText('2 of 2 as they must')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Rechecks after the claim' })).toContainText(/claims completed: wait 1 of 3/);

  await press(page, inspector, panel.getByRole('button', { name: 'Kill the worker' }));
  await expect(panel.getByRole('region', { name: 'Stand-in', exact: true })).toContainText('worker dead');
  await toTheEnd(page);
  await expect(cells(page, /^Lives of the worker/)).toHaveText(['2', '2', '2']);
  await expect(cells(page, /^Parent told/).first()).toHaveText('4, 3 with a note');

  await page.waitForFunction(() => window.location.hash.includes('kill'));
  const link = await page.evaluate(() => window.location.hash);
  await page.goto('about:blank');
  await inspector.visit(link);
  await inspector.idle();
  await expect(panel.getByRole('list', { name: 'What happens on the way' }).getByRole('listitem')).toHaveText([
    'at 34.5 s: forged token',
    'at 35 s: claim that is not so, claims completed',
    'at 35.5 s: the worker is killed',
  ]);
  await expect(attack(page, 'Claim that is not so')).toContainText('204');
});

test('the machine is stepped move by move, and says why it moved; it fits a phone', async ({ page, inspector }) => {
  await run(page, inspector);
  const standIn = page.getByRole('region', { name: 'Stand-in', exact: true });
  await expect(standIn.getByRole('img', { name: /It is armed/ })).toBeVisible();
  await standIn.getByRole('button', { name: 'Next move' }).click();
  await expect(standIn).toContainText('push-accepted: the doorbell rang, so the task is fetched');
  await expect(standIn.getByRole('img', { name: /It is fetching/ })).toBeVisible();
  await standIn.getByRole('button', { name: 'Next move' }).click();
  await expect(standIn).toContainText('the agent showed the task, and the claim was another one: it waits and looks again');
  await standIn.getByRole('button', { name: 'Previous move' }).click();
  await expect(standIn.getByRole('img', { name: /It is fetching/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await inspector.expectAccessible();
});

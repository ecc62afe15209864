// Every panel, light and dark, without an accessibility violation; one lesson with the keyboard alone.
import { expect, test } from './inspector.ts';

const PANELS = ['Timeline', 'Chains', 'Discovery', 'Admission', 'Round trip', 'Card', 'Source'];

for (const theme of ['light', 'dark'] as const) {
  test(`the front door is accessible in ${theme}`, async ({ inspector }) => {
    await inspector.theme(theme);
    await inspector.visit();
    await inspector.expectAccessible();
  });
  test(`every panel of an episode is accessible in ${theme}`, async ({ page, inspector }) => {
    test.slow();
    await inspector.theme(theme);
    await inspector.visit();
    await inspector.play('acp-round-trip');
    await page.getByRole('button', { name: 'Last row' }).click();
    for (const panel of PANELS) {
      await inspector.openPanel(panel);
      await inspector.expectAccessible();
    }
  });
  test(`every panel of a real trace is accessible in ${theme}`, async ({ inspector }) => {
    test.slow();
    await inspector.theme(theme);
    await inspector.visit();
    await inspector.openTrace('v03-jsonrpc-delegate.ndjson');
    for (const panel of PANELS) {
      await inspector.openPanel(panel);
      await inspector.expectAccessible();
    }
  });
}

test('every panel is accessible on a phone', async ({ page, inspector }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await inspector.visit();
  await inspector.play('may-i-hand-over');
  for (const panel of PANELS) {
    await inspector.openPanel(panel);
    await inspector.expectAccessible();
  }
});

test('[U.11] the focus is never lost when a control takes itself away', async ({ page, inspector }) => {
  await inspector.visit();
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await page.getByRole('button', { name: 'May I hand it over?' }).press('Enter');
  await inspector.idle();
  await expect.poll(focused).not.toBe('BODY');
  await page.getByRole('button', { name: 'Skip' }).press('Enter');
  await expect.poll(focused).not.toBe('BODY');
  await page.getByRole('button', { name: 'Run it' }).press('Enter');
  await inspector.idle();
  await expect.poll(focused).not.toBe('BODY');
  await page.getByRole('button', { name: /against the log/ }).press('Enter');
  await inspector.idle();
  await expect.poll(focused).not.toBe('BODY');
});

test('a lesson from the front door to its proof, with the keyboard alone', async ({ page, inspector }) => {
  await inspector.visit();
  const tabTo = async (name: RegExp | string, role: 'button' | 'radio' = 'button') => {
    const target = page.getByRole(role, { name }).first();
    for (let presses = 0; presses < 80; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no Tab leads to ${String(name)}`);
  };
  await tabTo('Watch it work');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Watch it work' })).toBeVisible();
  await tabTo('That is my prediction');
  await page.keyboard.press('Enter');
  await tabTo('Run it');
  await page.keyboard.press('Enter');
  await inspector.idle();
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const cursor = page.getByRole('slider', { name: 'Cursor in the log' });
  await page.keyboard.press('Home');
  await expect(cursor).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(cursor).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('2');
  await expect(inspector.panel('Chains')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('1');
  await page.keyboard.press('End');
  await inspector.idle();
  await tabTo(/against the log/);
  await page.keyboard.press('Enter');
  await inspector.idle();
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText(/All \d+ claims hold/);
});

// Every panel, light and dark, without an accessibility violation; one lesson with the keyboard alone.
import { caseInput, expect, test } from './inspector.ts';

const PANELS = ['Timeline', 'Chains', 'Discovery', 'Admission', 'Round trip', 'Chaos', 'Watch', 'Gaps', 'Card', 'Source'];

test('the front door is accessible in both themes', async ({ page, inspector }) => {
  await inspector.theme('dark');
  await inspector.visit();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await inspector.theme('light');
  expect(await ground(), 'the theme follows the system while the page is open').not.toBe(dark);
  await inspector.expectAccessibleInBothThemes();
});

test('every panel of an episode is accessible in both themes', async ({ page, inspector }) => {
  test.slow();
  await inspector.theme('light');
  await inspector.visit();
  await inspector.play('acp-round-trip');
  await page.getByRole('button', { name: 'Last row' }).click();
  for (const panel of PANELS) {
    await inspector.openPanel(panel);
    await inspector.expectAccessibleInBothThemes();
  }
});

// Its colours are those of the episode, which are judged in both themes.
test('every panel of a real trace is accessible', async ({ inspector }) => {
  test.slow();
  await inspector.theme('light');
  await inspector.visit();
  await inspector.openTrace('v03-jsonrpc-delegate.ndjson');
  for (const panel of PANELS) {
    await inspector.openPanel(panel);
    await inspector.expectAccessible();
  }
});

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

test('a dialog starts on what is done in it, and gives the focus back', async ({ page, inspector }) => {
  const { file, text } = caseInput('055-capture-cut-in-the-middle-of-a-string');
  await inspector.visit();
  await inspector.open(text, file);
  await page.getByRole('button', { name: 'Append the rest' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'The rest of the text' })).toBeFocused();
  await page.keyboard.press('Escape');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.press('Enter');
  await expect(page.getByRole('button', { name: 'Save file' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(save).toBeFocused();
});

test('out of a field, Escape leads into the list of rows; what was judged is said', async ({ page, inspector }) => {
  const { file, text } = caseInput('014-cancel-race-two-terminals');
  await inspector.visit();
  await inspector.open(text, file);
  await expect(page.locator('[data-said]')).toHaveText('Judged: 1 error, 1 warning, 0 for information.');
  await page.getByRole('combobox', { name: 'Find in rows and text' }).press('Escape');
  await expect(page.getByRole('grid', { name: 'Rows' })).toBeFocused();
  const position = page.getByRole('textbox', { name: /^Position/ });
  await position.fill('banana');
  await position.press('Enter');
  await expect(page.getByRole('alert')).toContainText('“banana” is nowhere in this log. Type a row number');
  await expect(position).toHaveAccessibleDescription(/“banana” is nowhere/);
});

test('at a zoom of 400 % the page and its dialogs scroll, and nothing is cut off', async ({ page, inspector }) => {
  await page.setViewportSize({ width: 360, height: 225 });
  await inspector.visit();
  await inspector.openTrace('v03-jsonrpc-delegate.ndjson');
  await page.getByRole('button', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: 'Report' });
  const end = report.getByRole('button', { name: 'Download JUnit' });
  await end.scrollIntoViewIfNeeded();
  await expect(end).toBeInViewport({ ratio: 1 });
  const first = report.getByText('JSON lines');
  await first.scrollIntoViewIfNeeded();
  await expect(first).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  const rows = page.getByRole('grid', { name: 'Rows' });
  await rows.scrollIntoViewIfNeeded();
  await expect(rows).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

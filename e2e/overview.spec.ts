// What a log shows at first sight: nothing selected, everything told, and every line leads on.
import { caseInput, expect, test, traceText } from './inspector.ts';

test('the overview tells what a trace is, what is wrong and what was cut, and leads on', async ({ page, inspector }) => {
  const { file, text } = caseInput('041-secrets-in-message-metadata-empty-stream');
  await inspector.visit();
  await inspector.open(text, file);
  const overview = page.getByRole('region', { name: 'Overview of the log' });
  await expect(overview.getByText('HAR', { exact: false })).toBeVisible();
  await expect(overview.getByText('A2A 0.3')).toBeVisible();
  await expect(overview.getByText('localhost:5173')).toBeVisible();
  await expect(overview.getByText('2 secrets cut', { exact: false })).toBeVisible();
  const findings = overview.getByRole('list', { name: 'Findings, worst first' });
  await expect(findings.getByRole('button')).toHaveCount(3);
  await findings
    .getByRole('button', { name: /secret-in-clear/ })
    .first()
    .click();
  await inspector.idle();
  await expect(inspector.panel('Findings')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText('secret-in-clear');
  // The record begins in line 9; the secret stands in line 28 of it.
  await page.getByRole('button', { name: 'Show in Source, line 28' }).click();
  await inspector.idle();
  await expect(page.locator('mark')).toHaveText(/^\[cut 1: token\]$/);
});

test('a task of the overview opens, the way back leads to the overview, and a finding marks its rows', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(traceText('v10-rest-mixed.har'), 'v10-rest-mixed.har');
  const detail = page.getByRole('complementary', { name: 'Detail' });
  await detail.getByRole('list', { name: 'Tasks in order of appearance' }).getByRole('button').last().click();
  await inspector.idle();
  await expect(detail.getByRole('heading', { level: 2 })).toContainText('ba4c6eb0');
  await detail.getByRole('button', { name: 'Overview' }).click();
  await detail.getByRole('button', { name: /partial-artifact-on-failure/ }).click();
  await page.getByRole('button', { name: 'Show on the timeline' }).click();
  await inspector.idle();
  await expect(page.getByRole('row', { name: /shows the chosen finding/ })).toHaveCount(2);
});

test('a phone reaches the overview, accessible in both themes', async ({ page, inspector }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const theme of ['light', 'dark'] as const) {
    await inspector.theme(theme);
    await inspector.visit();
    await inspector.open('nothing of this is agent traffic\n', 'note.txt');
    await page.getByRole('button', { name: 'Overview' }).click();
    const overview = page.getByRole('region', { name: 'Overview of the log' });
    await expect(overview).toContainText(/0 findings\. \d+ rules ran; \d+ had nothing to look at\./);
    await inspector.expectAccessible();
    await page.getByRole('button', { name: 'Back to the panel' }).click();
    await expect(overview).toHaveCount(0);
  }
});

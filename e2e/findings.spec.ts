// Incidents, opened in the built page: what is wrong is found, shown with its evidence, and leads to the rows and the text.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { caseInput, expect, type Inspector, test } from './inspector.ts';

/** One of each container, and healthy ones that naive checkers flag. */
const CASES = [
  '001-send-to-completed-accepted',
  '009-sse-comments-and-pings',
  '011-v03-rest-multiline-data',
  '014-cancel-race-two-terminals',
  '020-push-arrives-out-of-order',
  '028-polling-skips-working',
  '029-stuck-working-python-repr-log',
  '039-webhook-post-without-authorization',
  '041-secrets-in-message-metadata-empty-stream',
  '042-card-url-zero-host',
  '049-delegation-cycle-otlp',
  '054-partial-artifact-then-failed-cri-log',
  '055-capture-cut-in-the-middle-of-a-string',
  '061-acp-resume-of-finished-run',
  '086-sample-stream-as-printed-in-the-docs',
];
interface Expected {
  findings: { rule: string; severity: string; taskId: string | null }[];
  mayReport?: { rule: string; taskId: string | null }[];
}
/** The findings in the list; the choice of rules has options too. */
const options = (page: Page, name?: RegExp) =>
  page.getByRole('listbox', { name: 'Findings, worst first' }).getByRole('option', name === undefined ? {} : { name });
const keyOf = ({ rule, taskId }: { rule: string; taskId: string | null }) => `${rule} ${taskId ?? '-'}`;

/** One person judges so many after the other: the page is loaded once for them. */
const IN_ONE_SITTING = 8;

for (let from = 0; from < CASES.length; from += IN_ONE_SITTING) {
  const sitting = CASES.slice(from, from + IN_ONE_SITTING);
  test(`judges one after the other: ${sitting.join(', ')}`, async ({ inspector }) => {
    await inspector.visit();
    for (const name of sitting) await test.step(`judges ${name}`, () => judge(inspector, name));
  });
}

async function judge(inspector: Inspector, name: string): Promise<void> {
  const expected = JSON.parse(readFileSync(`src/model/testing/fixtures/cases/${name}/expected.json`, 'utf8')) as Expected;
  const { file, text } = caseInput(name);
  await inspector.open(text, file);
  const { findings } = await inspector.report();
  const may = new Set((expected.mayReport ?? []).map(keyOf));
  const severe = findings.filter(({ severity }) => severity !== 'info').map(keyOf);
  const wanted = expected.findings.filter(({ severity }) => severity !== 'info').map(keyOf);
  expect([...new Set(severe)].filter((key) => !may.has(key)).toSorted()).toEqual([...new Set(wanted)].toSorted());
  await inspector.openPanel('Findings');
  if (findings.length === 0) await expect(inspector.page.getByText(/^0 findings/)).toBeVisible();
  else await expect(options(inspector.page)).toHaveCount(findings.length);
}

test('a finding leads to its rows, its clause and its text', async ({ page, inspector }) => {
  const { file, text } = caseInput('014-cancel-race-two-terminals');
  await inspector.visit();
  await inspector.open(text, file);
  await expect(inspector.panel('Findings')).toContainText('1');
  await inspector.openPanel('Findings');
  const list = page.getByRole('listbox', { name: 'Findings, worst first' });
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(options(page, /cancel-race/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  const explained = page.getByRole('region', { name: 'The finding explained' });
  await expect(explained).toContainText('§6.1');
  await explained.getByRole('list', { name: 'Rows that show it' }).getByRole('button').first().click();
  await inspector.idle();
  await expect(page.getByRole('complementary', { name: 'Detail' })).toBeVisible();
  await explained.getByRole('button', { name: /Show in Source/ }).click();
  await inspector.idle();
  await expect(inspector.panel('Source')).toHaveAttribute('aria-selected', 'true');
});

test('a threshold can be moved, and a rule switched off with a reason that is in the link', async ({ page, inspector }) => {
  const { file, text } = caseInput('029-stuck-working-python-repr-log');
  await inspector.visit();
  await inspector.open(text, file);
  await inspector.openPanel('Findings');
  await expect(options(page, /stalled-task/)).toBeVisible();
  await page.getByRole('button', { name: 'Rules' }).click();
  await page.getByLabel('A task stalls after, seconds').fill('100000');
  await page.keyboard.press('Enter');
  await inspector.idle();
  await expect(options(page, /stalled-task/)).toHaveCount(0);
  expect((await inspector.report()).findings.map(({ rule }) => rule)).not.toContain('stalled-task');
  await page.getByRole('button', { name: /Put back A task stalls/ }).click();
  await page.getByRole('button', { name: 'Back to the finding' }).click();
  await page.getByLabel('Reason').fill('the tool is slow by design');
  await page.getByRole('button', { name: 'Switch off stalled-task' }).click();
  await inspector.idle();
  await expect(options(page, /stalled-task/)).toHaveCount(0);
  await expect(page.getByText(/1 finding of rules that are switched off/)).toBeVisible();
  await expect.poll(() => decodeURIComponent(page.url())).toContain('the tool is slow by design');
});

test('the report opens, and is accessible in both themes', async ({ page, inspector }) => {
  const { file, text } = caseInput('053-child-failure-hidden-by-parent');
  await inspector.visit();
  await inspector.open(text, file);
  await inspector.openPanel('Findings');
  await inspector.expectAccessibleInBothThemes();
  await page.getByRole('button', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: 'Report' });
  await expect(report.getByRole('table')).toContainText('t-price');
  await expect(report).toContainText('2 deep');
  await inspector.expectAccessibleInBothThemes();
  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);
});

test('secrets are told as soon as a trace is read, and stand in no report', async ({ page, inspector }) => {
  const { file, text } = caseInput('041-secrets-in-message-metadata-empty-stream');
  await inspector.visit();
  await inspector.open(text, file);
  await expect(page.getByText(/cut before anything was kept/).first()).toBeVisible();
  const report = await inspector.report();
  expect(report.redacted).toBeGreaterThan(1);
  expect(JSON.stringify(report)).not.toContain('sk-test-0123456789');
  expect(await page.content()).not.toContain('sk-test-0123456789');
});

// Six things that the protocols leave open: each experiment shows what tells its clients apart, and a trace that somebody else
// made shows which of the six are in it.
import { caseInput, expect, test } from './inspector.ts';

const LINES = [
  'naive: protocol_violation, careful: ok',
  'naive: 2, careful: 1 (tasks made)',
  'slow-naive: ok, slow-careful: ok, hang-naive: none by 120.000 s, hang-careful: canceled_deadline',
  'naive: canceled_deadline, careful: ok',
  'discard: 0, trust: 1, careful: 1 (artifacts handed over)',
  'naive: none by 120.000 s, careful: rejected',
];

test('a trace shows which gaps are in it, and six experiments show what they are about', async ({ page, inspector }) => {
  // Fifteen episodes, each with workers of its own.
  test.slow();
  await inspector.visit();
  const { file, text } = caseInput('028-polling-skips-working');
  await inspector.open(text, file);
  await inspector.openPanel('Gaps');
  const gaps = page.getByRole('list', { name: 'Gaps' }).getByRole('button');
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('region', { name: 'In this log' })).toContainText('t-286 was submitted, then completed');
  await inspector.expectAccessible();

  await panel.getByRole('button', { name: 'Run all' }).click();
  await expect(panel.getByText('6 of 6 played')).toBeVisible({ timeout: 120_000 });
  await inspector.idle();
  for (const [index, line] of LINES.entries()) await expect(gaps.nth(index)).toContainText(line);

  await gaps.nth(0).click();
  await expect(panel).toContainText('naive: nobody saw working, stored at 0.130 s.');
  await expect(panel.getByRole('heading', { name: '17 may follow each other in a stream, 33 in a poll' })).toBeVisible();
  await expect(panel.getByRole('table', { name: 'Pairs of states' }).getByRole('cell')).toHaveCount(64);

  await gaps.nth(2).click();
  await panel.getByRole('slider', { name: 'moment' }).fill('400');
  await expect(panel).toContainText('Nobody can tell slow-careful and hang-careful apart now: until 15.240 s');
  await panel.getByRole('slider', { name: 'moment' }).fill('1000');
  await expect(panel).toContainText('Until 15.240 s the wires of slow-careful and hang-careful were the same');

  await gaps.nth(3).click();
  await expect(panel).toContainText('careful: the cancel left at 0.325 s and was with the peer at 0.335 s (reckoned).');
  await expect(panel).toContainText('completed had left at 0.330 s and came in at 0.340 s: they crossed.');

  await gaps.nth(5).click();
  await expect(panel.getByRole('table', { name: 'Promise and conduct' })).toContainText('by nobody: unverified until first use');
  await inspector.expectAccessible();
});

test('a knob of an experiment is turned beside it, and its moments lead to their rows', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open('{}', 'nothing');
  await inspector.openPanel('Gaps');
  const panel = page.getByRole('tabpanel');
  await panel.getByRole('button', { name: /A create that is sent again/ }).click();
  await panel.getByRole('button', { name: 'Three answers get lost' }).click();
  await expect(panel.getByRole('table', { name: 'Differences' })).toContainText('tasks that the peer made', { timeout: 30_000 });
  await expect(panel.getByRole('row', { name: /tasks that the peer made/ })).toContainText(/4.*1/);
  await panel.getByRole('button', { name: /^Show \d+ moments/ }).click();
  const made = panel.getByRole('table', { name: 'Moments' }).getByRole('row', { name: /makes task-1/ });
  await made.getByRole('button', { name: 'peer' }).first().click();
  await inspector.idle();
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('task-created');
});

test('the experiment fits a phone', async ({ page, inspector }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await inspector.visit();
  await inspector.play('gap-1-polling');
  await inspector.openPanel('Gaps');
  await expect(page.getByRole('tabpanel')).toContainText('naive: protocol_violation, careful: ok');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await inspector.expectAccessible();
});

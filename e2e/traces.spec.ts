// Real traffic of the official SDK, opened in the built page: what it says is what happened, and nothing is dropped.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Inspector, test } from './inspector.ts';

interface Truth {
  tasks: { id: string; states: string[]; final: string | null; artifacts: { name?: string }[] }[];
  messages: number;
  events: number;
  push: number;
}
const FOLDER = 'src/model/testing/fixtures/traces';
const truth = JSON.parse(readFileSync(`${FOLDER}/truth.json`, 'utf8')) as Record<string, Truth>;
const files = readdirSync(FOLDER).filter((file) => file !== 'truth.json');

/** One person reads so many after the other: the page is loaded once for them. */
const IN_ONE_SITTING = 10;

test('there are traces to read', () => {
  expect(files.length).toBeGreaterThanOrEqual(26);
});

for (let from = 0; from < files.length; from += IN_ONE_SITTING) {
  const sitting = files.slice(from, from + IN_ONE_SITTING);
  test(`reads one after the other: ${sitting.join(', ')}`, async ({ inspector }) => {
    test.slow();
    await inspector.visit();
    for (const file of sitting) await test.step(`reads ${file}`, () => readTrace(inspector, file));
  });
}

async function readTrace(inspector: Inspector, file: string): Promise<void> {
  const { page } = inspector;
  await inspector.openTrace(file);
  await expect(page.getByRole('contentinfo')).toContainText('0 unread');
  const rows = await inspector.log(0, 1000);
  expect(rows.length).toBeGreaterThan(0);
  const { tasks = [], messages, events, push } = truth[file] ?? {};
  const report = await inspector.report();
  const figures = (list: { id: string; states: string[]; final: string | null }[]) =>
    list.map(({ id, states, final }) => `${id} ${states.join(' ')} ${final}`).toSorted();
  expect({ tasks: figures(report.tasks), messages: report.messages, events: report.events, pushes: report.pushes }).toEqual({
    tasks: figures(tasks),
    messages,
    events,
    pushes: push,
  });
  const seen = new Set(rows.map(({ view }) => view['taskId']));
  for (const task of tasks) expect(seen).toContain(task.id);
  for (const panel of ['Chains', 'Round trip', 'Card', 'Source', 'Timeline']) await inspector.openPanel(panel);
  const task = tasks.find(({ final }) => final !== null);
  if (task) {
    await page.getByRole('radio', { name: 'by task' }).check({ force: true });
    await inspector.idle();
    await expect(page.getByRole('treegrid', { name: 'Lanes by task' })).toContainText(task.id.slice(0, 4));
  }
}

test('a task shows its lifecycle, its artifact and its round trip', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.openTrace('v03-jsonrpc-chunks.sse');
  await page
    .getByRole('row', { name: /completed/ })
    .last()
    .click();
  await page.getByRole('tab', { name: 'Task' }).click();
  await inspector.idle();
  const detail = page.getByRole('complementary', { name: 'Detail' });
  await expect(detail.getByText('packing-list.md').first()).toBeVisible();
  await expect(detail.getByText('completed').first()).toBeVisible();
  await inspector.openPanel('Round trip');
  await expect(
    page
      .getByRole('tabpanel')
      .getByText(/undeclared loss|declared loss|kept/)
      .first(),
  ).toBeVisible();
});

test('a text that carries markup stays text', async ({ page, inspector }) => {
  const hostile = '<img src=x onerror="window.escaped = true"><script>window.escaped = true</script>';
  const task = {
    kind: 'task',
    id: hostile,
    contextId: 'c',
    status: { state: 'completed', message: { kind: 'message', role: 'agent', messageId: 'm', parts: [{ kind: 'text', text: hostile }] } },
    artifacts: [{ artifactId: 'a', name: hostile, parts: [{ kind: 'text', text: hostile }] }],
    history: [],
  };
  await inspector.visit();
  await inspector.open(JSON.stringify(task), hostile);
  for (const panel of ['Chains', 'Discovery', 'Admission', 'Round trip', 'Card', 'Source', 'Timeline']) await inspector.openPanel(panel);
  expect(await page.evaluate(() => 'escaped' in window)).toBe(false);
  expect(await page.locator('img').count()).toBe(0);
});

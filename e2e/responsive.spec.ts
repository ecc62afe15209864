// A long trace while it is being read: the page shows what is there and answers, however far reading is.
import { expect, test } from './inspector.ts';

/** A recording of status events, long enough that reading takes many slices. */
function longTrace(units: number): string {
  const lines: string[] = [];
  let length = 0;
  for (let event = 0; length < units; event += 1) {
    const task = event % 200;
    const at = new Date(Date.UTC(2026, 0, 1) + event * 7).toISOString();
    const status = { state: event % 5 === 4 ? 'input-required' : 'working', timestamp: at };
    const result = { kind: 'status-update', taskId: `task-${task}`, contextId: `context-${task}`, status, final: false };
    const line = `${JSON.stringify({ ts: at, direction: 'event', conn: task + 1, body: { jsonrpc: '2.0', id: task, result } })}\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join('');
}

test('the page shows rows and changes panels while a file is still being read', async ({ page, inspector }) => {
  await inspector.visit();
  const buffer = Buffer.from(longTrace(20_000_000));
  await page.getByLabel('Files to open').setInputFiles({ name: 'long.ndjson', mimeType: 'application/x-ndjson', buffer });
  // In one look at the page: whether reading had ended a moment later is another question.
  const seen = await page.waitForFunction(() => {
    const status = document.querySelector('[data-inspector-status]');
    const rows = document.querySelectorAll('[role="grid"] [role="row"]').length;
    // The list fits its rows to the room it has a moment after it is first drawn.
    return rows > 5 ? { status: status?.getAttribute('data-inspector-status'), words: status?.parentElement?.textContent } : null;
  });
  const { status, words } = (await seen.jsonValue()) ?? {};
  expect(status).toBe('loading');
  expect(words).toMatch(/reading [\d\s,]+ of [\d\s,]+/);
  await inspector.panel('Source').click();
  await expect(inspector.panel('Source')).toHaveAttribute('aria-selected', 'true');
  await expect(inspector.status).toHaveAttribute('data-inspector-status', 'loading');
  await page.getByRole('button', { name: 'Cancel, keep what is read' }).click();
  await expect(inspector.status).toHaveAttribute('data-inspector-status', 'ready');
  await expect(page.getByText(/read [\d\s,]+ characters/)).toBeVisible();
});

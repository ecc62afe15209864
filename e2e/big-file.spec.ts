// A file that takes a while: rows before the end, the first ones staying in view, a way to stop that keeps what is there.
import { expect, test } from './inspector.ts';

/** About five megabytes of status updates, the last of them completed. */
function bigTrace(): string {
  const lines: string[] = [];
  for (let at = 0; at < 14_000; at += 1) {
    const state = at % 10 === 9 ? 'completed' : 'working';
    const text = `step ${at} of a long job, with some words so that a line has the length of a real one; nothing in them is a secret or a name`;
    lines.push(
      JSON.stringify({
        jsonrpc: '2.0',
        id: `rpc-${Math.floor(at / 10)}`,
        result: {
          kind: 'status-update',
          taskId: `task-${Math.floor(at / 10)}`,
          contextId: 'ctx',
          final: state === 'completed',
          status: {
            state,
            timestamp: new Date(1_790_000_000_000 + at * 40).toISOString(),
            message: { kind: 'message', messageId: `m-${at}`, role: 'agent', parts: [{ kind: 'text', text }] },
          },
        },
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}
const file = { name: 'big.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(bigTrace()) };

test('reads a big file, the first rows staying in view, and finds in all of it', async ({ page, inspector }) => {
  await inspector.visit();
  await page.locator('#open-file').setInputFiles(file);
  const rows = page.getByRole('grid', { name: 'Rows' });
  await expect(rows.getByRole('row', { name: /^Row 0,/ })).toBeVisible();
  await expect(inspector.status).toHaveAttribute('data-inspector-status', 'ready', { timeout: 45_000 });
  await inspector.idle();
  await expect(rows).toHaveAttribute('aria-rowcount', '14000');
  await expect(rows.getByRole('row', { name: /^Row 0,/ })).toBeVisible();
  await expect(page.locator('[data-said]')).toContainText('big.ndjson is read: 14');
  const field = page.getByRole('combobox', { name: 'Find in rows and text' });
  await field.fill('"step 13999 of"');
  await expect(page.getByLabel('Found')).toContainText('0 in rows, 1 in the text');
  await field.press('Enter');
  await expect(rows.getByRole('row', { name: /^Row 13999,/ })).toBeVisible();
  await field.fill('state:completed task:task-1399');
  await inspector.idle();
  await expect(rows).toHaveAttribute('aria-rowcount', '1');
});

test('stops reading when asked, and says that it is a part', async ({ page, inspector }) => {
  await inspector.visit();
  // Several times the same, so that there is time to press.
  const buffer = Buffer.concat(Array.from({ length: 3 }, () => file.buffer));
  await page.locator('#open-file').setInputFiles({ ...file, buffer });
  await page.getByRole('button', { name: 'Cancel, keep what is read' }).click();
  await expect(page.getByText('This is a part of the file.')).toBeVisible();
  await expect(inspector.status).toHaveAttribute('data-inspector-status', 'ready');
  await inspector.idle();
  const count = Number(await page.getByRole('grid', { name: 'Rows' }).getAttribute('aria-rowcount'));
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(42_000);
  await expect(page.locator('.doc .tag')).toHaveText('a part of the file');
});

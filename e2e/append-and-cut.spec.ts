// The rest of a cut paste, more to cut before sharing, what is shown before anything is kept, and several logs at once.
import { caseInput, expect, test } from './inspector.ts';

const update = (state: string, text: string, final = false) =>
  `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { kind: 'status-update', taskId: 't-77', contextId: 'c-1', status: { state, message: { kind: 'message', messageId: `m-${state}`, role: 'agent', parts: [{ kind: 'text', text }] } }, final } })}\n`;
const WHOLE = update('working', 'calling Ada Lovelace') + update('completed', 'Ada Lovelace has answered', true);

test('appends the rest of a paste that stops inside a value', async ({ page, inspector }) => {
  const at = WHOLE.length - 60;
  await inspector.visit();
  await inspector.open(WHOLE.slice(0, at), 'pasted text');
  await expect(page.locator('.notice.warning')).toContainText('stops inside a value');
  await page.getByRole('button', { name: 'Append the rest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Append to this trace' });
  await dialog.getByLabel('The rest of the text').fill(WHOLE.slice(at));
  await inspector.expectAccessible();
  await dialog.getByRole('button', { name: /^Append 60 characters/ }).click();
  await expect(page.getByText('The rest was appended to pasted text.')).toBeVisible();
  await inspector.idle();
  await expect(page.getByRole('grid', { name: 'Rows' })).toHaveAttribute('aria-rowcount', '2');
  expect((await inspector.log(0, 10)).map(({ view }) => view['state'])).toEqual(['working', 'completed']);
});

test('appends from a file, at any time, from the palette', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(update('working', 'x'), 'first.ndjson');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('append');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Append to this trace' });
  await dialog
    .getByLabel('File with the rest')
    .setInputFiles({ name: 'rest.txt', mimeType: 'text/plain', buffer: Buffer.from(update('completed', 'y', true)) });
  await dialog.getByRole('button', { name: /^Append \d+ characters/ }).click();
  await inspector.idle();
  await expect(page.getByRole('grid', { name: 'Rows' })).toHaveAttribute('aria-rowcount', '2');
  await expect(page.getByRole('combobox', { name: 'Open logs' })).toHaveCount(0);
});

test('cuts a selected text everywhere, in what is shown and in what is saved', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(WHOLE, 'letters.ndjson');
  await inspector.openPanel('Source');
  await page.evaluate(() => {
    const code = [...document.querySelectorAll('.source-lines code')].find((each) => each.textContent?.includes('Ada Lovelace'));
    const node = code?.firstChild;
    const at = node?.textContent?.indexOf('Ada Lovelace') ?? -1;
    if (!node || at < 0) throw new Error('the name is not on screen');
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 'Ada Lovelace'.length);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
  });
  await page.getByRole('button', { name: 'Cut this text' }).click();
  await inspector.idle();
  await expect(page.getByRole('table', { name: /Cut secrets/ })).toContainText('text chosen by hand');
  await expect(page.locator('.source-lines')).toContainText('[cut 1: own]');
  await expect(page.locator('body')).not.toContainText('Lovelace');
  expect(JSON.stringify(await inspector.log(0, 10))).not.toContain('Lovelace');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Save or link' });
  await expect(dialog.getByRole('table', { name: 'What was cut' })).toContainText('text chosen by hand');
  await inspector.expectAccessible();
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save file' }).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).not.toContain('Lovelace');
  expect(Buffer.concat(chunks).toString()).toContain('[cut 1: own]');
});

test('does not cut what would break the text, and says why', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open(WHOLE, 'letters.ndjson');
  await inspector.openPanel('Source');
  await page.evaluate(() => {
    const node = document.querySelector('.source-lines code')?.firstChild;
    if (!node) throw new Error('no text on screen');
    const range = document.createRange();
    range.setStart(node, 0);
    range.setEnd(node, 20);
    document.getSelection()?.addRange(range);
  });
  await expect(page.getByRole('button', { name: 'Cut this text' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Choose a text inside one value, without quotation marks and brackets.')).toBeVisible();
});

test('says by kind what was cut before anything is kept', async ({ page, inspector }) => {
  const call = (token: string) =>
    `${JSON.stringify({ ts: '2026-11-29T02:14:00Z', dir: 'req', method: 'POST', url: 'http://a.example/', headers: { authorization: `Bearer ${token}` }, body: { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 't-1' } } })}\n`;
  await inspector.visit();
  await inspector.open(call('first-token-000001') + call('first-token-000001') + call('other-token-000002'), 'calls.ndjson');
  await expect(page.getByText('2 secrets were cut before anything was kept.')).toBeVisible();
  await expect(page.locator('.notice')).toContainText('2 authorizations, in 3 places');
});

test('opens several files as several logs, tells two of one name apart, and closes one', async ({ page, inspector }) => {
  await inspector.visit();
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page
    .locator('#open-file')
    .setInputFiles([file('a.ndjson', update('working', 'one')), file('noise.bin', '\u0000\u0001 nothing'), file('a.ndjson', WHOLE)]);
  await expect(page.getByText('3 files are open, each as a log of its own.')).toBeVisible();
  await inspector.idle();
  const open = page.getByRole('combobox', { name: 'Open logs' });
  await expect(open.locator('option')).toHaveText(['a.ndjson', /^noise\.bin/, 'a.ndjson (2)']);
  await expect(page.getByRole('grid', { name: 'Rows' })).toHaveAttribute('aria-rowcount', '2');
  await open.selectOption({ label: 'a.ndjson' });
  await inspector.idle();
  await expect(page.getByRole('grid', { name: 'Rows' })).toHaveAttribute('aria-rowcount', '1');
  await page.getByRole('button', { name: 'Close a.ndjson' }).click();
  await expect(open.locator('option')).toHaveCount(2);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.ndjson'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, WHOLE);
  await expect(open.locator('option')).toHaveCount(3);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, WHOLE);
  await expect(open.locator('option')).toHaveCount(4);
});

test('cuts a typed text without a pointer, and refuses one that is too short in words', async ({ page, inspector }) => {
  const { file, text } = caseInput('041-secrets-in-message-metadata-empty-stream');
  await inspector.visit();
  await inspector.open(text, file);
  await inspector.openPanel('Source');
  const field = page.getByRole('textbox', { name: 'Cut another text' });
  await field.fill('de');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/at least 4 characters/);
  await field.fill('devtools');
  await field.press('Enter');
  await expect(page.getByText(/The text was cut everywhere/).first()).toBeVisible();
  await inspector.idle();
  await expect(page.getByRole('region', { name: /^Text of/ })).not.toContainText('devtools');
});

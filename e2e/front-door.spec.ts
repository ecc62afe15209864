// Opening things: paste, drop, a file, a sample, a lesson; and what happens when the thing is broken.
import { expect, test, traceText } from './inspector.ts';

test('the front door offers paste, files, samples and eight lessons', async ({ page, inspector }) => {
  await inspector.visit();
  await expect(page.getByRole('main', { name: 'Front door' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Paste a trace' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Open file/ })).toBeVisible();
  for (const lesson of [
    'Who can do this?',
    'May I hand it over?',
    'Watch it work',
    'A task that outlives a request',
    'Cancel, and what terminal means',
    'A callback, and the trap in it',
    'One core, two protocols',
    'What a card says in public',
  ])
    await expect(page.getByRole('button', { name: lesson })).toBeVisible();
});

test('a paste anywhere on the page opens', async ({ page, inspector }) => {
  await inspector.visit();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, traceText('v03-jsonrpc-chunks.sse'));
  await expect(page.getByRole('grid', { name: 'Rows' })).toBeVisible();
  await inspector.idle();
  expect(await inspector.log(0, 10)).toHaveLength(6);
});

test('a file dropped anywhere opens, and several open as several logs', async ({ page, inspector }) => {
  await inspector.visit();
  await page.evaluate(
    (texts) => {
      const dataTransfer = new DataTransfer();
      texts.forEach((text, index) => dataTransfer.items.add(new File([text], `dropped-${index}.sse`)));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [traceText('v03-jsonrpc-chunks.sse'), traceText('v03-jsonrpc-crash.sse')],
  );
  await expect(page.getByRole('grid', { name: 'Rows' })).toBeVisible();
  await inspector.idle();
  const logs = page.getByRole('combobox', { name: 'Open logs' });
  await expect(logs).toContainText('dropped-0.sse');
  await logs.selectOption({ label: 'dropped-1.sse' });
  await inspector.idle();
  await expect(page.getByRole('grid', { name: 'Rows' })).toBeVisible();
});

test('a file chosen opens', async ({ page, inspector }) => {
  await inspector.visit();
  await page
    .getByLabel('Files to open')
    .setInputFiles({ name: 'chosen.sse', mimeType: 'text/plain', buffer: Buffer.from(traceText('v10-jsonrpc-auth.sse')) });
  await expect(page.getByText('chosen.sse')).toBeVisible();
  await inspector.idle();
  expect(await inspector.log(0, 100)).toHaveLength(6);
});

test('a sample opens', async ({ page, inspector }) => {
  await inspector.visit();
  await page.getByRole('button', { name: /The agent broke off halfway/ }).click();
  await inspector.idle();
  await expect(page.getByRole('grid', { name: 'Rows' })).toBeVisible();
  expect((await inspector.log(0, 100)).length).toBeGreaterThan(0);
});

test('a broken deep link opens the front door and keeps the link text', async ({ page, inspector }) => {
  await inspector.visit('#v=1&lesson=no-such-lesson&panel=chains');
  await expect(page.getByRole('main', { name: 'Front door' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('no-such-lesson');
});

test('a deep link opens lesson, panel and cursor', async ({ page, inspector }) => {
  await page.goto('./#v=1&lesson=streamed-delegation&panel=chains&at=8');
  await expect(inspector.status).toHaveAttribute('data-inspector-status', 'ready');
  await inspector.idle();
  await expect(inspector.panel('Chains')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('slider', { name: 'Cursor in the log' })).toHaveAttribute('aria-valuenow', '8');
});

test('an unreadable paste says what was tried and where it stopped, and shows the text', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.open('dear diary,\n{"jsonrpc": "2.0", "result": {"kind": \n<b>not markup</b>', 'diary.txt');
  await expect(page.getByText(/unread/).first()).toBeVisible();
  await inspector.openPanel('Source');
  await expect(page.getByText('dear diary,')).toBeVisible();
  await expect(page.getByText('<b>not markup</b>')).toBeVisible();
});

test('a page without storage says so and works', async ({ page, inspector }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await inspector.visit();
  await inspector.openTrace('v03-jsonrpc-chunks.sse');
  expect(await inspector.log(0, 10)).toHaveLength(6);
});

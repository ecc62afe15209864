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
  await expect(page.getByRole('heading', { name: 'chosen.sse' })).toBeVisible();
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

for (const { what, hash, why } of [
  {
    what: 'a what-if of other types',
    hash: '#v=1&lesson=who-can-do-this&whatif=%7B%22caller%22%3A5%2C%22tags%22%3A%22x%22%7D',
    why: 'whatif.caller must be an object, not 5. whatif.tags must be a list of texts, not "x".',
  },
  { what: 'an unknown channel', hash: '#v=1&lesson=who-can-do-this&channels=garbage', why: 'There is no channel “garbage”.' },
  { what: 'a broken percent sign', hash: '#v=1&lesson=who-can-do-this&task=%E0%A4%A', why: '“%E0%A4%A” has a broken percent sign in it.' },
])
  test(`a link with ${what} opens the front door, says why and keeps its text`, async ({ page, inspector }) => {
    await inspector.visit(hash);
    await expect(page.getByRole('main', { name: 'Front door' })).toBeVisible();
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('This link cannot be read.');
    await expect(notice).toContainText(why);
    await expect(notice).toContainText(hash);
    expect(await page.evaluate(() => window.location.hash)).toBe(hash);
  });

test('a script that asks for what cannot be is told so, and the page goes on', async ({ page, inspector }) => {
  await inspector.visit();
  const play = () => page.evaluate(() => window.inspector.play('who-can-do-this', { knobs: null as never }).catch(String));
  const knobs = 'TypeError: knobs must be an object of knobs by name, not null.';
  expect(await play()).toBe(knobs);
  await inspector.play('who-can-do-this');
  await expect(inspector.status).toHaveAttribute('data-inspector-status', 'ready');
  expect((await inspector.log(0, 1000)).length).toBeGreaterThan(0);
  for (const [seq, said] of [
    [NaN, 'NaN'],
    ['x', '“x”'],
    [1.5, '1.5'],
  ] as const)
    expect(await page.evaluate((seq) => window.inspector.seek(seq as number).catch(String), seq)).toBe(
      `TypeError: seq must be a whole number, not ${said}.`,
    );
  const log = (from: number, count: number) =>
    page.evaluate(([from, count]) => window.inspector.log({ from, count }).catch(String), [from, count] as const);
  expect(await log(NaN, 1)).toBe('TypeError: from must be a whole number from 0, not NaN.');
  expect(await log(0, -3)).toBe('TypeError: count must be a whole number from 0, not -3.');
  expect(await play()).toBe(knobs);
  await inspector.play('who-can-do-this');
  await page.evaluate(() => window.inspector.seek(2));
  await inspector.idle();
  await expect(page.getByRole('slider', { name: 'Cursor in the log' })).toHaveAttribute('aria-valuenow', '2');
  await expect(page).toHaveURL(/at=2/);
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

test('more agents than one page of cards holds are counted, and all can be reached', async ({ page, inspector }) => {
  await inspector.visit();
  const cards = Array.from({ length: 205 }, (_, index) => ({
    name: `agent-${String(index).padStart(3, '0')}`,
    description: 'One of many.',
    url: `https://agents.example/${index}`,
    version: '1.0.0',
    protocolVersion: '0.3.0',
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  }));
  await inspector.open(cards.map((card) => JSON.stringify(card)).join('\n'), 'cards.ndjson');
  await inspector.openPanel('Card');
  const list = page.getByRole('list', { name: 'Cards' });
  await expect(page.getByText('1 to 200 of 205 agents shown')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(200);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('201 to 205 of 205 agents shown')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(list.getByText('agent-204')).toBeVisible();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(list.getByText('agent-000')).toBeVisible();
});

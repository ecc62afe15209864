// The eight lessons, played with real agents in workers: the story is told, the proof holds, every panel follows the cursor.
import { expect, test } from './inspector.ts';

const LESSONS = [
  ['who-can-do-this', 'Who can do this?'],
  ['may-i-hand-over', 'May I hand it over?'],
  ['streamed-delegation', 'Watch it work'],
  ['input-required', 'A task that outlives a request'],
  ['cancel-and-terminal', 'Cancel, and what terminal means'],
  ['push-and-ssrf', 'A callback, and the trap in it'],
  ['acp-round-trip', 'One core, two protocols'],
  ['card-on-the-wire', 'What a card says in public'],
] as const;
const PANELS = ['Timeline', 'Chains', 'Discovery', 'Admission', 'Round trip', 'Card', 'Source'];

for (const [id, title] of LESSONS) {
  test(`lesson ${id}: predict, run, step through every panel, prove it`, async ({ page, inspector }) => {
    await inspector.visit();
    await page.getByRole('button', { name: title }).click();
    const lesson = page.getByRole('complementary', { name: 'Lesson' });
    await expect(lesson.getByRole('heading', { name: title })).toBeVisible();
    await lesson.getByRole('button', { name: 'Skip' }).click();
    await lesson.getByRole('button', { name: 'Run it' }).click();
    await inspector.idle();
    const rows = await inspector.log(0, 1000);
    expect(rows.length).toBeGreaterThan(1);
    const cursor = page.getByRole('slider', { name: 'Cursor in the log' });
    for (const [index, panel] of PANELS.entries()) {
      await inspector.openPanel(panel);
      await page.getByRole('button', { name: index % 2 === 0 ? 'Step forward' : 'Step back' }).click();
      await inspector.idle();
      await expect(cursor).toHaveAttribute('aria-valuenow', index % 2 === 0 ? '1' : '0');
      await expect(page.getByRole('tabpanel')).toBeVisible();
    }
    await page.getByRole('button', { name: 'Last row' }).click();
    await lesson.getByRole('button', { name: /against the log/ }).click();
    await inspector.idle();
    const proof = lesson.getByRole('region', { name: 'Proof' });
    await expect(proof).toContainText(/All \d+ claims hold/);
  });
}

test('the cursor plays, pauses and steps back and forth', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('streamed-delegation');
  const cursor = page.getByRole('slider', { name: 'Cursor in the log' });
  await page.getByRole('button', { name: 'Step forward' }).click();
  await page.getByRole('button', { name: 'Step forward' }).click();
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(cursor).toHaveAttribute('aria-valuenow', '1');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await inspector.idle();
  const { length } = await inspector.log(0, 1000);
  await expect(cursor).toHaveAttribute('aria-valuenow', String(length - 1));
});

test('the same lesson and seed give the same rows', async ({ inspector }) => {
  await inspector.visit();
  await inspector.play('push-and-ssrf');
  const first = await inspector.log(0, 1000);
  await inspector.play('push-and-ssrf');
  expect(await inspector.log(0, 1000)).toEqual(first);
});

test('a token never enters the log', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('push-and-ssrf');
  expect(JSON.stringify(await inspector.log(0, 1000))).not.toContain('s3cret');
  await expect(page.getByRole('contentinfo')).not.toContainText('0 values redacted');
});

test('knobs change discovery at once, and an unknown classification is refused with the known ones', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('who-can-do-this');
  await page.getByRole('button', { name: 'Last row' }).click();
  await inspector.openPanel('Discovery');
  const ranked = page.getByRole('table', { name: 'Ranked cards' }).or(page.getByRole('grid', { name: 'Ranked cards' }));
  await expect(ranked).toContainText('sanctions-screening-agent');
  await expect(ranked).not.toContainText('kyc-refresh-agent');
  const panel = page.getByRole('tabpanel');
  const tenant = panel
    .getByRole('combobox', { name: 'tenant' })
    .or(panel.getByRole('textbox', { name: 'tenant' }))
    .first();
  await tenant.fill('retail');
  await tenant.press('Enter');
  const classification = panel
    .getByRole('combobox', { name: /data/ })
    .or(panel.getByRole('textbox', { name: /data/ }))
    .first();
  await classification.fill('secret');
  await classification.press('Enter');
  await expect(panel.getByText(/public.*internal.*confidential.*restricted/).first()).toBeVisible();
  await classification.fill('confidential');
  await classification.press('Enter');
  await inspector.idle();
  await expect(panel.getByText('kyc-refresh-agent').first()).toBeVisible();
});

test('admission shows every denial of a row at once and the depth boundary', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('may-i-hand-over');
  await page.getByRole('button', { name: 'Last row' }).click();
  await inspector.openPanel('Admission');
  const panel = page.getByRole('tabpanel');
  for (const code of ['TENANT_NOT_PERMITTED', 'CLASSIFICATION_EXCEEDED', 'NO_ACCEPTABLE_AUTH'])
    await expect(panel.getByText(code).first()).toBeVisible();
  await expect(panel.getByLabel('Depth boundary')).toBeVisible();
});

test('a saved episode pasted back gives the same rows', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('input-required');
  const before = await inspector.log(0, 1000);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save file' }).click();
  const path = await (await download).path();
  const { readFileSync } = await import('node:fs');
  const text = readFileSync(path, 'utf8');
  expect(text.split('\n')[0]).toContain('"delegationInspector":"saved"');
  await inspector.open(text, 'again');
  expect(await inspector.log(0, 1000)).toEqual(before);
});

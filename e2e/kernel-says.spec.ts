// What would the kernel say? Delegations of a trace before admission and discovery, with missing facts as knobs.
import { expect, test } from './inspector.ts';

const TRACE = 'v03-jsonrpc-delegate.ndjson';

test('[P.50] every delegation of a trace has a verdict, its checks and the rows that show it', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.openTrace(TRACE);
  await inspector.openPanel('Admission');
  const table = page.getByRole('table', { name: 'What the kernel would have said' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table).toContainText('would have been refused because Review Digest names no security scheme');
  await expect(table.getByRole('row', { name: /Review Digest/ })).toContainText('for Trip Planner');
  await expect(table.getByLabel('cannot be said').first()).toBeVisible();
  await table.getByRole('button', { name: '#12', exact: true }).click();
  await inspector.idle();
  // The cursor has moved there: what comes later is not known yet.
  await expect(table.getByRole('row')).toHaveCount(2);
});

test('[P.53] what a person states decides, is marked as theirs and can be put back', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.openTrace(TRACE);
  await inspector.openPanel('Admission');
  const panel = page.getByRole('tabpanel');
  const row = panel.getByRole('table', { name: 'What the kernel would have said' }).getByRole('row', { name: /Flight Finder/ });
  await expect(row).toContainText('needs data class, data handled');
  await panel.getByRole('button', { name: 'Suppose the defaults' }).click();
  await inspector.idle();
  await expect(row).toContainText('internal ≤ internal');
  await expect(row).toContainText('by your data class, data handled');
  // The scheme that its card lacks, in the editor of cards.
  await panel.getByRole('radio', { name: 'all cards' }).click();
  await panel.getByRole('button', { name: 'Flight Finder', exact: true }).click();
  const schemes = panel.getByRole('group', { name: 'security schemes' }).getByRole('combobox');
  await schemes.fill('oauth2');
  await schemes.press('Enter');
  await panel.getByRole('radio', { name: /delegations in this trace/ }).click();
  await inspector.idle();
  await expect(row).toContainText('would have been admitted');
  await panel.getByLabel('How guarded the data is', { exact: true }).selectOption('restricted');
  await inspector.idle();
  await expect(row).toContainText("Flight Finder handles up to 'internal'; the task carries 'restricted'");
  await panel.getByRole('button', { name: /Put back \d+ changes/ }).click();
  await inspector.idle();
  await expect(row).toContainText('needs data class, data handled');
});

test('[P.52] cards of another open log are laid beside a trace that shows none', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.openTrace(TRACE);
  await inspector.openTrace('v03-jsonrpc-delegate.otlp.jsonl');
  await inspector.openPanel('Admission');
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('list', { name: 'Delegations without a card' })).toContainText(
    'no card of Flight Finder in this trace; open or paste its card beside it',
  );
  await panel.getByRole('button', { name: 'Use the cards of the other open logs' }).click();
  await inspector.idle();
  const table = panel.getByRole('table', { name: 'What the kernel would have said' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(table).toContainText(`card from ${TRACE}`);
  await panel.getByRole('button', { name: 'Put them away' }).click();
  await inspector.idle();
  await expect(table).toHaveCount(0);
});

test('[P.50] the chosen hop of a chain says what the kernel would have said, and leads to the checks', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.openTrace(TRACE);
  await inspector.openPanel('Chains');
  await page
    .getByRole('list', { name: 'Hops' })
    .getByRole('button', { name: /Hotel Scout to Review Digest/ })
    .click();
  await inspector.idle();
  const chosen = page.getByRole('region', { name: 'Chosen hop' });
  await expect(chosen).toContainText('It would have been refused because Review Digest names no security scheme');
  await chosen.getByRole('button', { name: 'See the checks in Admission' }).click();
  await inspector.idle();
  await expect(page.getByRole('table', { name: 'What the kernel would have said' })).toBeVisible();
});

test('[P.55] an episode shows what its kernel decided, and nothing is replayed', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('may-i-hand-over');
  await page.getByRole('button', { name: 'Last row' }).click();
  await inspector.openPanel('Admission');
  await expect(page.getByRole('table', { name: 'Recorded decisions' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /delegations in this trace/ })).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`the delegations are accessible and keep within ${width} pixels`, async ({ page, inspector }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await inspector.theme('dark');
    await inspector.visit();
    await inspector.openTrace(TRACE);
    await inspector.openPanel('Admission');
    await page.getByRole('button', { name: 'Show all 9' }).click();
    await inspector.idle();
    await inspector.expectAccessible();
    const wider = await page.getByRole('tabpanel').evaluate((panel) => {
      const inside = [...panel.querySelectorAll('.kv *')];
      return inside.filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5).map((each) => each.className);
    });
    expect(wider).toEqual([]);
  });
}

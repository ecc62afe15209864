// The same lesson under the reference and under the hardened policy: what is played, what the panels answer, and why.
import { expect, test } from './inspector.ts';

const METADATA = '169.254.169.254';

test('a lesson about both policies plays both, the proof tells them apart, and a link keeps the take', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('empty-allow-list');
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  const takes = lesson.getByRole('radiogroup', { name: 'Take' });
  await expect(takes.getByRole('radio', { name: 'Reference' })).toHaveAttribute('aria-checked', 'true');
  const kinds = async () => (await inspector.log(0, 1000)).map(({ view }) => view['kind']);
  expect(await kinds()).toContain('push-sent');
  await takes.getByRole('radio', { name: 'Reference' }).focus();
  await page.keyboard.press('ArrowRight');
  await inspector.idle();
  await expect(lesson).toContainText('Take 2 of 2, under hardened');
  expect(await kinds()).toContain('push-config-refused');
  expect(await kinds()).not.toContain('push-sent');
  expect(JSON.stringify(await inspector.log(0, 1000))).toContain(METADATA);
  await lesson.getByRole('button', { name: /against the logs of 2 takes/ }).click();
  await inspector.idle();
  const proof = lesson.getByRole('region', { name: 'Proof' });
  await expect(proof).toContainText(/All \d+ claims hold in the logs of their takes/);
  await expect(proof).toContainText('Hardened');
  await expect(lesson.getByRole('region', { name: 'What hardened mends' })).toContainText('R01');
  await expect(page).toHaveURL(/take=hardened/);
  await inspector.expectAccessible();
});

test('another policy than the lesson’s own plays anew, keeps what was played, and is in the link', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('push-and-ssrf', { url: 'http://agents.bank.ae/cb' });
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  const before = await inspector.log(0, 1000);
  await lesson.getByRole('radiogroup', { name: 'Policy' }).getByRole('radio', { name: 'hardened' }).click();
  await inspector.idle();
  const after = await inspector.log(0, 1000);
  const pushes = (rows: typeof before) => rows.filter(({ view }) => view['kind'] === 'push-sent').length;
  expect([pushes(before) > 0, pushes(after)]).toEqual([true, 0]);
  await expect(lesson.getByRole('region', { name: 'Proof' })).toContainText('It was played under hardened.');
  await expect(page).toHaveURL(/policy=hardened/);
  await lesson.getByRole('region', { name: 'Episodes' }).getByRole('button', { name: 'Episode 1' }).click();
  await inspector.idle();
  expect(await inspector.log(0, 1000)).toEqual(before);
  await lesson.getByRole('button', { name: 'Put back reference' }).click();
  await inspector.idle();
  expect(await inspector.log(0, 1000)).toEqual(before);
});

test('a link with a policy and a place plays the episode again, and one with no such policy says so', async ({ page, inspector }) => {
  await inspector.visit('#v=1&lesson=push-and-ssrf&policy=hardened&at=9');
  await inspector.idle();
  expect((await inspector.log(0, 1000)).filter(({ view }) => view['kind'] === 'push-config-refused').length).toBeGreaterThan(0);
  await expect(page.getByRole('slider', { name: 'Cursor in the log' })).toHaveAttribute('aria-valuenow', '9');
  const policy = page.getByRole('complementary', { name: 'Lesson' }).getByRole('radiogroup', { name: 'Policy' });
  await expect(policy.getByRole('radio', { name: 'hardened' })).toHaveAttribute('aria-checked', 'true');
  await inspector.visit('#v=1&lesson=push-and-ssrf&policy=soft');
  await expect(page.getByText('There is no policy “soft”.')).toBeVisible();
});

test('admission and discovery answer by either policy, and say which entry makes the difference', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('who-can-do-this');
  await page.getByRole('button', { name: 'Last row' }).click();
  await inspector.openPanel('Discovery');
  const panel = page.getByRole('tabpanel');
  const data = panel
    .getByRole('combobox', { name: /data/ })
    .or(panel.getByRole('textbox', { name: /data/ }))
    .first();
  await data.fill('internal');
  await data.press('Enter');
  await panel.getByRole('button', { name: 'Remove sanctions' }).click();
  await inspector.idle();
  const differences = panel.getByRole('region', { name: 'Where the policies differ' });
  await expect(differences).toContainText('Shown under reference only: marketing-copy-agent');
  await expect(differences).toContainText('discover-admissible (R17');
  await panel.getByRole('radiogroup', { name: 'Policy that answers' }).getByRole('radio', { name: 'hardened' }).click();
  await inspector.idle();
  await expect(panel.getByRole('table', { name: 'Excluded cards' })).toContainText('NO_ACCEPTABLE_AUTH');
  await inspector.openPanel('Admission');
  const matrix = panel.getByRole('table', { name: 'Admission of each card by each check' });
  await expect(matrix.getByRole('columnheader', { name: /delegate-scope/ })).toContainText('R18');
  await expect(matrix).toContainText('on arrival');
  await expect(page).toHaveURL(/whatif=.*hardened/);
});

test('scripts choose a policy and a take, and hear what there is to choose', async ({ page, inspector }) => {
  await inspector.visit();
  const play = (lesson: string, options: { policy?: string; take?: string }) =>
    page.evaluate(
      ([lesson, options]) =>
        window.inspector.play(lesson, options).then(
          (summary) => (summary as { episode: { policy: string; take?: string } }).episode,
          (error: Error) => error.message,
        ),
      [lesson, options] as const,
    );
  expect(await play('push-and-ssrf', { policy: 'hardened' })).toMatchObject({ policy: 'hardened' });
  expect(await play('empty-allow-list', { policy: 'hardened' })).toMatchObject({ policy: 'hardened', take: 'hardened' });
  expect(await play('empty-allow-list', { take: 'reference' })).toMatchObject({ policy: 'reference', take: 'reference' });
  expect(await play('empty-allow-list', { take: 'soft' })).toContain('Known are: reference, hardened.');
  expect(await play('empty-allow-list', { policy: 'soft' })).toContain('There is no policy “soft”.');
});

test('every known weakness is in one table', async ({ page, inspector }) => {
  await inspector.visit();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hardened policy mends');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What the hardened policy mends' });
  await expect(dialog.getByRole('row')).toHaveCount(58);
  await dialog.getByRole('radio', { name: /out of scope/ }).click();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await expect(dialog).toContainText('R42');
  await inspector.expectAccessible();
});

test('lessons are found by part and by reader, with the keyboard too', async ({ page, inspector }) => {
  await inspector.visit();
  const list = page.getByRole('region', { name: 'Lessons', exact: true });
  await expect(list.getByRole('heading', { level: 3 })).toHaveCount(5);
  const all = await list.getByRole('listitem').count();
  await list.getByRole('radio', { name: 'reviewer' }).click();
  const forReviewers = await list.getByRole('listitem').count();
  expect(forReviewers).toBeGreaterThan(3);
  expect(forReviewers).toBeLessThan(all);
  await list.getByRole('listitem').first().getByRole('button').focus();
  await page.keyboard.press('End');
  await expect(list.getByRole('listitem').last().getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Lesson' })).toBeVisible();
});

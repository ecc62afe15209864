// A lesson that lays episodes side by side: all are played, each claim is checked in its own, and the time is kept between them.
import { expect, test } from './inspector.ts';

test('takes are looked at side by side at one time, and proved each in its log and both at once', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('gap-3-hang-or-slow');
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  const takes = lesson.getByRole('radiogroup', { name: 'Take' });
  await expect(takes.getByRole('radio')).toHaveCount(4);
  const rows = await inspector.log(0, 1000);
  const timeOf = async (seq: number) => (await inspector.log(seq, 1))[0]?.view['time'] as number;
  const working = rows.findIndex(({ view }) => view['kind'] === 'status-stored' && view['state'] === 'working');
  await page.evaluate((seq) => window.inspector.seek(seq), working);
  await takes.getByRole('radio').nth(2).click();
  await inspector.idle();
  await expect(lesson).toContainText('Take 3 of 4');
  const cursor = page.getByRole('slider', { name: 'Cursor in the log' });
  const at = Number(await cursor.getAttribute('aria-valuenow'));
  expect(await timeOf(at)).toBeLessThanOrEqual(rows[working]?.view['time'] as number);
  expect(await timeOf(at + 1)).toBeGreaterThan(rows[working]?.view['time'] as number);
  await lesson.getByRole('button', { name: /against the logs of 4 takes/ }).click();
  await inspector.idle();
  await expect(lesson.getByRole('region', { name: 'Proof' })).toContainText(/All \d+ claims hold in the logs of their takes/);
  await expect(lesson.getByRole('region', { name: 'Proof' })).toContainText('A is slow, naive client and B hangs, naive client');
});

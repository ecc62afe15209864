// What a reviewer sees of attacks: where an address really goes, whose word a chain is, and which way a decision takes.
import { expect, test } from './inspector.ts';

test('the detail of a callback shows the host that was checked beside the one that is called', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('bypass-the-allow-list');
  const rows = await inspector.log(0, 1000);
  const configs = rows.filter(({ view }) => view['kind'] === 'push-config-set' || view['kind'] === 'push-config-refused');
  expect(configs.map(({ view }) => view['kind'])).toEqual([...Array.from({ length: 5 }, () => 'push-config-set'), 'push-config-refused']);
  await page.getByText('push-config-set https://evil.example?@agents.bank.ae/cb').click();
  const readings = page.getByLabel('Two readings of the host');
  await expect(readings).toContainText('agents.bank.ae');
  await expect(readings).toContainText('evil.example');
  await expect(page.getByText('A check by the first guards nothing')).toBeVisible();
  await page.getByText('push-config-set http://agents.bank.ae/cb').click();
  await expect(readings).not.toContainText('evil.example');
  await expect(page.getByText('A check by the first guards nothing')).toBeHidden();
});

test('a forged chain stands apart under reference, and is refused under hardened', async ({ page, inspector }) => {
  await inspector.visit();
  await inspector.play('orchestrated-chain');
  const lesson = page.getByRole('complementary', { name: 'Lesson' });
  const take = async (name: string) => {
    await lesson.getByRole('radiogroup', { name: 'Take' }).getByRole('radio', { name, exact: true }).click();
    await inspector.idle();
  };
  const denials = async () => (await inspector.log(0, 1000)).filter(({ view }) => view['kind'] === 'delegation-denied');
  // The moment that is looked at is kept from take to take.
  await page.getByRole('button', { name: 'Last row' }).click();
  await inspector.openPanel('Chains');
  const panel = page.getByRole('tabpanel');
  await take('Reference, chain forged');
  await expect(panel).toContainText('trusted-desk');
  expect(await denials()).toEqual([]);
  await take('Hardened, chain forged');
  await expect(panel).toContainText('refused: CHAIN_UNVERIFIED');
  const denied = await denials();
  expect(denied).toHaveLength(1);
  expect(JSON.stringify(denied)).toContain('CHAIN_UNVERIFIED');
});

test('what an agent at the far end knows decides whom the caller asks next', async ({ inspector }) => {
  await inspector.visit();
  const asked = async (): Promise<readonly unknown[]> =>
    (await inspector.log(0, 1000)).filter(({ view }) => view['kind'] === 'message-sent').map(({ view }) => view['peer']);
  const chain = ['payments-investigator', 'sanctions-screening-agent', 'ownership-registry'];
  await inspector.play('orchestrated-chain');
  expect(await asked()).toEqual([...chain, 'review-desk']);
  await inspector.play('orchestrated-chain', { beneficiary: 'Globex' });
  expect(await asked()).toEqual([...chain, 'release-desk']);
});

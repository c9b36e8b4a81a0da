import { lostWords } from './lost-words.ts';
import { textsOf } from './texts.ts';
import { expect, INVESTORS, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const TITLE = 'A cart of my own for fresh vegetables';
const ITS_OWNER = '+12025550118';
const OTHER_MANAGER = '+12025550106';
const REASON = 'The papers of the cart are somebody else’s. Please come to the office.';

const inBengali = textsOf('be');
const inArabic = textsOf('ar');

test('a manager stops a proposal, its owner reads why, and two managers let it go on (R34.7)', async ({
  openAs,
  signIn,
  expectAccessible,
}) => {
  const manager = await openAs('be', PHONE_SIZED);
  await signIn(manager, STAFF_OF_ROI);
  await manager.goto('/App/Invest/ROI');
  await manager.getByRole('searchbox').fill(TITLE);
  await manager.getByRole('link', { name: TITLE }).first().click();
  await manager.waitForURL(/\/App\/proposal/);
  const address = manager.url();

  await test.step('the manager stops it, with a reason', async () => {
    await manager.getByRole('button', { name: inBengali('freeze.open') }).click();
    const dialog = manager.getByRole('dialog', { name: inBengali('freeze.dialog') });
    await expect(dialog.getByLabel(inBengali('freeze.target'))).toHaveValue('proposal');
    await dialog.getByRole('button', { name: inBengali('freeze.action') }).click();
    await expect(dialog.locator('[aria-invalid=true]')).toBeVisible();
    await expectAccessible(manager);
    expect(await lostWords(manager)).toEqual([]);
    await dialog.getByLabel(inBengali('freeze.reason')).fill(REASON);
    await dialog.getByRole('button', { name: inBengali('freeze.action') }).click();
    await expect(dialog).toBeHidden();
    await expect(manager.getByText(REASON)).toBeVisible();
    await expectAccessible(manager);
  });

  await test.step('its owner reads the reason on its page and on the profile, in English', async () => {
    const owner = await openAs('en', PHONE_SIZED);
    await signIn(owner, ITS_OWNER);
    await owner.goto(address);
    await expect(owner.getByText(REASON)).toBeVisible();
    await expectAccessible(owner);
    await owner.goto('/App/Profile');
    await expect(owner.getByText(REASON)).toBeVisible();
    await expectAccessible(owner);
    await owner.goto('/App/Notifications');
    await expect(owner.getByText(textsOf('en')('notifications.told.frozenOwn'))).toBeVisible();
    await owner.context().close();
  });

  const backer = await openAs('ar', { ...PHONE_SIZED, colorScheme: 'dark' });
  await signIn(backer, INVESTORS[1]);
  const invest = backer.getByRole('button', { name: inArabic('money.actions.invest') });
  await test.step('a backer finds neither a way to back it nor the reason', async () => {
    await backer.goto(address);
    await expect(backer.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(backer.getByText(REASON)).toHaveCount(0);
    await expect(invest).toHaveCount(0);
  });

  await test.step('one manager enters that it goes on, and cannot confirm it alone', async () => {
    await manager.goto('/App/MFIFreezes/ROI');
    await manager.getByRole('button', { name: inBengali('freeze.undo') }).click();
    const question = manager.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await expectAccessible(manager);
    expect(await lostWords(manager)).toEqual([]);
    await question.getByRole('button', { name: inBengali('common.yesTo') }).click();
    await expect(manager.getByText(inBengali('freeze.waits'))).toBeVisible();
    await expect(manager.getByRole('button', { name: inBengali('freeze.confirm') })).toHaveCount(0);
    await expectAccessible(manager);
  });

  await test.step('the other confirms it, and it can be backed again', async () => {
    const other = await openAs('ar', { ...PHONE_SIZED, colorScheme: 'dark' });
    await signIn(other, OTHER_MANAGER);
    await other.goto('/App/MFIFreezes/ROI');
    await other.getByRole('button', { name: inArabic('freeze.confirm') }).click();
    const question = other.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await expectAccessible(other);
    expect(await lostWords(other)).toEqual([]);
    await question.getByRole('button', { name: inArabic('common.yesTo') }).click();
    await expect(other.getByText(inArabic('freeze.none'))).toBeVisible();
    await backer.goto(address);
    await expect(invest).toBeVisible();
  });
});

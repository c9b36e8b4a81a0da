import { expect, PHONE_SIZED, STAFF_OF_ROI, test } from './world.ts';

const SECOND_OF_ROI = '+12025550106';

test('a cash round with a phone offline: taken, refused, handed back, handed over and counted by two (R22.5, R22.6)', async ({
  browser,
  baseURL,
  openAs,
  signIn,
  expectAccessible,
}) => {
  const second = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(second, SECOND_OF_ROI);
  const office = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(office, STAFF_OF_ROI);
  await office.goto('/App/MFIAccounts/ROI');
  await office.getByRole('button', { name: 'Add an account' }).click();
  const account = office.getByRole('dialog');
  await account.getByLabel('What it is').selectOption('Till at the office');
  await account.getByLabel('Name for the office').fill('Round till');
  await account.getByLabel('Currency').selectOption('USD');
  await account.getByLabel('Holder').fill('ROI');
  await account.getByLabel('Number').fill('T1');
  await account.getByRole('button', { name: 'Enter the account' }).click();
  await expect(account).toBeHidden();
  await second.goto('/App/MFIAccounts/ROI');
  await second
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(second.getByText('Confirmed. It is in force.')).toBeVisible();

  const phone = await openAs('en', PHONE_SIZED);
  await signIn(phone, STAFF_OF_ROI);
  await phone.goto('/App/MFIRound/ROI');
  await phone.getByLabel('Cash you take along, in USD').fill('5');
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Begin a round' }).click();
  const bar = phone.getByRole('region', { name: /^Till \d+$/ });
  await expect(bar.getByText(/In hand: .*\$5/)).toBeVisible();
  await phone.getByText('Choose and print').click();
  await phone.getByLabel('Due until').fill('2030-01-01');
  const people = phone.getByRole('listitem').getByRole('button');
  await expect(people.first()).toBeVisible();
  // The sheet of paper has the people also while a round is under way.
  await phone.emulateMedia({ media: 'print' });
  await expect(people.first()).toBeVisible();
  await phone.emulateMedia({ media: null });

  await phone.context().setOffline(true);
  const first = people.first();
  const name = (await first.locator('span').first().textContent()) ?? '';
  await first.click();
  const dialog = phone.getByRole('dialog');
  await expect(dialog.getByLabel('Amount in USD')).not.toHaveValue('');
  await dialog.getByLabel('Amount in USD').fill('2');
  await expectAccessible(phone);
  await dialog.getByRole('button', { name: /^Take .*\$2/ }).click();
  await expect(dialog.getByText(/^ROI-\d+-001$/)).toBeVisible();
  await expectAccessible(phone);
  await dialog.getByRole('button', { name: 'Next person' }).click();
  await expect(first.getByText(/^Receipt 1: .*\$2/)).toBeVisible();
  await phone.getByRole('button', { name: 'Cash for another reference' }).click();
  await dialog.getByLabel('Reference').fill('RF08 1000 4217');
  await dialog.getByLabel('Amount in USD').fill('3');
  await dialog.getByRole('button', { name: /^Take .*\$3/ }).click();
  await dialog.getByRole('button', { name: 'Next person' }).click();
  await expect(bar.getByText(/In hand: .*\$10/)).toBeVisible();
  await expect(bar.getByText('2 receipts wait for the network')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Hand over' })).toBeDisabled();

  await phone.context().setOffline(false);
  const refused = phone.getByRole('region', { name: 'Not taken by the office' });
  await expect(refused.getByText('This office does not collect for backers.')).toBeVisible();
  await expectAccessible(phone);
  await refused.getByRole('button', { name: 'Hand back' }).click();
  await dialog.getByLabel('Signed by').fill('Rahima');
  await dialog.getByRole('button', { name: 'Handed back' }).click();
  await expect(refused).toBeHidden();
  await expect(bar.getByText(/In hand: .*\$7/)).toBeVisible();
  await bar.getByRole('button', { name: 'Hand over' }).click();
  await dialog.getByLabel('Counted, in USD').fill('7');
  await expectAccessible(phone);
  await dialog.getByRole('button', { name: 'Close the till' }).click();
  await expect(phone.getByText(/^Till \d+ is closed/)).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Begin a round' })).toBeVisible();

  await second.goto('/App/MFITills/ROI');
  await expect(second.getByText(name)).toBeVisible();
  await expectAccessible(second);
  await second.getByRole('button', { name: 'Count and receive' }).click();
  const counting = second.getByRole('dialog');
  await counting.getByLabel('Counted, in USD').fill('6');
  await counting.getByRole('button', { name: 'Count and receive' }).click();
  await expect(counting.getByText(/^It should be .*\$7/)).toBeVisible();
  await counting.getByLabel('Reason').fill('A torn note');
  await counting.getByRole('button', { name: 'Count and receive' }).click();
  await expect(second.getByText('Received: 1 payment counts now.')).toBeVisible();
  await expectAccessible(second);
});

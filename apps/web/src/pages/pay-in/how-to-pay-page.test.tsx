import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../test/fake-upload.ts';
import { ORDER, SETTLED, svg } from '../../test/pay-ins.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import HowToPayPage from './how-to-pay-page.tsx';

function show(orders: DataOf<'listPayInOrders'> = [ORDER]) {
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('listPayInOrders', () => orders);
  fake('readPayInCode', svg);
  return renderPage(
    <MfiNameProvider value="ROI">
      <HowToPayPage />
    </MfiNameProvider>,
    { path: '/App/HowToPay/ROI' },
  );
}

test('one sum, one reference in fours, and one tab for each way to pay (R19.4, R19.5)', async () => {
  const screen = await show();
  await expect.element(screen.getByText('$35 to pay by 29/11/2026')).toBeVisible();
  await expect.element(screen.getByText('RF08 1000 4217', { exact: true })).toBeVisible();
  const tab = screen.getByRole('tabpanel');
  await expect.element(tab).toMatchTextContent(/Amount to send\s*\$35.*ROI Foundation.*State Bank.*3011 7788/);
  await expect.element(tab.getByText('Send $35 by 29 Nov 2026.')).toBeVisible();
  await expect
    .element(tab.getByRole('img', { name: /QR code to pay .*\$35.* with the reference .*RF08/ }))
    .toBeVisible();
  await screen.getByRole('tab', { name: 'Mobile wallet' }).click();
  await expect.element(tab).toMatchTextContent(/Amount to send\s*INR 2,908\.50.*9820012345/);
});

test('each loan that the sum is for is named with its part and leads to its page', async () => {
  const screen = await show();
  const items = screen.getByRole('list', { name: 'What it is for' });
  await expect
    .element(items.getByRole('link', { name: /Sewing machine.*\$15.*by 29\/11\/2026.*of \$20/ }))
    .toHaveAttribute('href', '/App/proposal?mfi=ROI&id=169');
  await expect.element(items.getByRole('link', { name: /A loom.*\$20.*by 30\/11\/2026$/ })).toBeVisible();
});

test('reference and number are copied without their spaces, as a bank form takes them', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await show();
  await screen.getByRole('button', { name: 'Copy the reference' }).click();
  await expect.element(screen.getByText('Copied')).toBeVisible();
  await screen.getByRole('button', { name: 'Copy the number' }).click();
  await expect.poll(() => write.mock.calls).toEqual([['RF0810004217'], ['30117788']]);
  write.mockRestore();
});

test('“I have paid” names the day, the way and the own number, and the new last day is told (R20.2)', async () => {
  const told: unknown[] = [];
  const screen = await show();
  fake('tellPaid', ({ body }) => {
    told.push(body);
    return { payBy: '2026-12-04' };
  });
  await screen.getByRole('tab', { name: 'Mobile wallet' }).click();
  await screen.getByRole('button', { name: 'I have paid' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByLabelText('How you paid')).toHaveValue('mobile_wallet');
  await dialog.getByLabelText('Day you paid').fill('2999-01-01');
  await dialog.getByRole('button', { name: 'Tell ROI' }).click();
  await expect.element(dialog.getByText('Please choose today or a day before.')).toBeVisible();
  await dialog.getByLabelText('Day you paid').fill('2026-11-20');
  await dialog.getByLabelText(/^Number of the transaction/).fill('TRX81');
  await dialog.getByRole('button', { name: 'Tell ROI' }).click();
  await expect.element(screen.getByText('ROI knows. You have until 04/12/2026.')).toBeVisible();
  expect(told).toEqual([{ mfiId: '3', paidOn: '2026-11-20', channel: 'mobile_wallet', reference: 'TRX81' }]);
});

test('R20.2 “I have paid” takes a picture of the slip', async () => {
  const told: unknown[] = [];
  const screen = await show();
  fakeUpload(({ folder }) => ({ key: `${folder}/3-slip-abc.webp` }));
  fake('tellPaid', ({ body }) => {
    told.push(body.slip);
    return { payBy: '2026-12-04' };
  });
  await screen.getByRole('button', { name: 'I have paid' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Only you and ROI see it.')).toBeVisible();
  await userEvent.upload(dialog.getByLabelText(/^Choose/), await photo(400, 300));
  await expect.element(dialog.getByText('The picture is there.')).toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Tell ROI' }).click();
  await expect.poll(() => told).toEqual(['slips/3-slip-abc.webp']);
});

test('a payer who has told reads so, and is not asked again within 30 days (R20.2)', async () => {
  const told = { paidOn: '2026-11-20', channel: 'bank', reference: null, slip: null } as const;
  const screen = await show([{ ...ORDER, told, mayTell: false }]);
  await expect.element(screen.getByText('You said that you have paid. ROI looks for your money.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'I have paid' })).not.toBeInTheDocument();
});

test('a code that cannot be had leaves the number and the reference', async () => {
  const screen = await show();
  fake('readPayInCode', () => ({ refusal: 'not_found' }));
  await screen.getByRole('tab', { name: 'Mobile wallet' }).click();
  await expect.element(screen.getByText('The QR code comes when you are online.')).toBeVisible();
  await expect.element(screen.getByText('9820012345')).toBeVisible();
});

test('a reference stays when nothing is due, and another institution that awaits money is named (R19.5)', async () => {
  const screen = await show([SETTLED, { ...ORDER, mfiId: '1', mfiName: 'DCBS', amountDue: 20 }]);
  await expect.element(screen.getByText('Nothing to pay now.')).toBeVisible();
  await expect.element(screen.getByText('RF08 1000 4217')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '$20 to DCBS' })).toHaveAttribute('href', '/App/HowToPay/DCBS');
});

test('an institution without a way to pay sends the payer to its office, and who owes nothing reads the next step', async () => {
  const screen = await show([{ ...ORDER, channels: [] }]);
  await expect.element(screen.getByText('ROI has not named an account yet.')).toBeVisible();
  await screen.unmount();
  const unpriced = await show([{ ...ORDER, channels: [], lacksRate: true }]);
  await expect.element(unpriced.getByText('ROI has no rate for today, so it cannot say what to send.')).toBeVisible();
  await unpriced.unmount();
  const empty = await show([]);
  await expect.element(empty.getByText('There is nothing to pay')).toBeVisible();
});

import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import OffersPage from './offers-page.tsx';

const OFFER: DataOf<'listOffers'>[number] = {
  id: '11',
  mfiId: '3',
  mfiName: 'ROI',
  title: 'Two goats',
  description: 'Milk for the market.',
  amount: 100,
  localAmount: null,
  monthsToRepay: 12,
  startDate: '2026-12-31',
  place: 'Gosaba',
};
const at = { path: '/App/Offers/ROI' };

test('R31.5: a draft that an institution wrote is read, made one’s own, and opened', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('listOffers', () => [
    OFFER,
    { ...OFFER, id: '12', title: 'A loom', localAmount: { amount: '12000.00', currency: 'BDT' }, amount: null },
  ]);
  fake('answerOffer', ({ body }) => {
    sent.push(body);
    return { id: '11', state: 'taken', proposalId: '169' };
  });
  const screen = await renderPage(<OffersPage />, at);
  await expect.element(screen.getByText('$100, paid back over 12 months, needed on 31/12/2026.')).toBeVisible();
  await expect.element(screen.getByText(/BDT 12,000.00, paid back/)).toBeVisible();
  await screen.getByRole('button', { name: 'Make it mine' }).first().click();
  await expect.poll(() => location.pathname + location.search).toBe('/App/proposal?mfi=ROI&id=169');
  expect(sent).toEqual([{ id: '11', state: 'taken' }]);
});

test('R31.5: a draft that is not wanted is put away after a question', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('listOffers', () => (sent.length > 0 ? [] : [OFFER]));
  fake('answerOffer', ({ body }) => {
    sent.push(body);
    return { id: '11', state: 'declined', proposalId: null };
  });
  const screen = await renderPage(<OffersPage />, at);
  const putAway = screen.getByRole('button', { name: 'Put it away' });
  await expect.element(putAway).toHaveAttribute('data-help', 'declineOffer');
  await putAway.click();
  expect(sent).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText(/Your name here is/)).toBeVisible();
  expect(sent).toEqual([{ id: '11', state: 'declined' }]);
});

test('R31.5: a visitor gives the phone and agrees to the terms before a code is sent', async () => {
  const sent: unknown[] = [];
  fake('findMfi', () => ROI);
  fake('forgotPassword', ({ body }) => {
    sent.push(body);
    return { codeDelivery: { medium: 'SMS', destination: '+88•••78', resendAfterSeconds: 60 } };
  });
  const screen = await renderPage(<OffersPage />, at);
  await expect.element(screen.getByRole('button', { name: 'Send code' })).toBeDisabled();
  await screen.getByLabelText('Phone', { exact: true }).fill('+8801712345678');
  await screen.getByLabelText(/I agree to the terms/).click();
  await screen.getByRole('button', { name: 'Send code' }).click();
  await expect.poll(() => location.pathname).toBe('/App/ResetPassword/ROI');
  expect(sent).toEqual([{ username: '+8801712345678' }]);
  expect(history.state).toMatchObject({ returnTo: '/App/Offers/ROI', username: '+8801712345678' });
});

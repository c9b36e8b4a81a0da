import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { LendGift } from './lend-gift.tsx';

test('gifts back a loan after a review (R25.7)', async () => {
  startSession('token', OFFICER);
  const asked: unknown[] = [];
  fake('findMfi', () => ({ ...ROI, collection: 'expected' }));
  fake('findLendableGifts', () => ({ general: 5, campaigns: [{ id: '5', name: 'Eid goats', amount: 3 }] }));
  fake('backWithGift', ({ query, body }) => {
    asked.push([query, body]);
    const proposal = { status: 2, currentBalance: 2, remainingAmount: 98 } as const;
    return { id: '9', amount: 2, fromCredit: 2, toPay: 0, proposal };
  });
  const screen = await renderPage(<LendGift proposal={SEWING_MACHINE} />, { path: '/App/proposal/169/ROI' });
  await screen.getByRole('button', { name: 'Back with gifts' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('combobox').selectOptions('5');
  await expect.element(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('3');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('4');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog.getByText('At most $3.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('2');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect.element(dialog).toMatchTextContent(/Eid goats.*\$2/);
  expect(asked).toEqual([]);
  await dialog.getByRole('button', { name: 'Back with gifts' }).click();
  await expect.poll(() => asked).toEqual([[{ mfiId: '3' }, { proposalId: '169', amount: 2, campaignId: '5' }]]);
});

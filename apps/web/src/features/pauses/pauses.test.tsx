import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Pauses } from './pauses.tsx';

const GIVEN: DataOf<'listPauses'>[number] = {
  id: '5',
  places: ['Gosaba'],
  months: 2,
  reason: 'The flood of March.',
  enteredAt: '2026-11-20T06:00:00.000Z',
  undoneAt: null,
  loansCount: 3,
  movedCount: 3,
  canUndo: true,
};
const at = { path: '/App/MFIFreezes/ROI' };

test('R28.4: staff choose places, months and a reason, and are asked once more with the number of loans', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('listPauses', () => []);
  fake('listPausePlaces', () => [
    { place: 'Gosaba', loansCount: 3 },
    { place: 'Canning', loansCount: 1 },
  ]);
  fake('pauseLoans', ({ body }) => {
    sent.push(body);
    return { ...GIVEN, leftOut: 2 };
  });
  const screen = await renderPage(<Pauses mfiId="3" />, at);
  await screen.getByLabelText('Gosaba: 3 loans').click();
  await screen.getByLabelText('For how long').selectOptions('2');
  await screen.getByRole('button', { name: 'Give 3 loans a pause' }).click();
  expect(sent).toEqual([]);
  await screen.getByLabelText('Why').fill('The flood of March.');
  await screen.getByRole('button', { name: 'Give 3 loans a pause' }).click();
  await expect.element(screen.getByText('Move the unpaid days of 3 loans by 2 months?')).toBeVisible();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => sent).toEqual([{ places: ['Gosaba'], months: 2, reason: 'The flood of March.' }]);
  await expect.element(screen.getByText(/^2 loans were left out: your own, or already moved far/)).toBeVisible();
});

test('R28.4: a pause says how many loans have their new days, and is taken back after a question', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('listPauses', () => [
    sent.length > 0 ? { ...GIVEN, undoneAt: '2026-11-20T07:00:00.000Z', canUndo: false } : GIVEN,
  ]);
  fake('listPausePlaces', () => []);
  fake('undoPause', ({ query }) => {
    sent.push(query);
    return { ...GIVEN, undoneAt: '2026-11-20T07:00:00.000Z', canUndo: false };
  });
  const screen = await renderPage(<Pauses mfiId="3" />, at);
  await expect.element(screen.getByText(/3 of 3 loans have their new days/)).toBeVisible();
  await screen.getByRole('button', { name: 'Take it back' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText(/have their old days again/)).toBeVisible();
  expect(sent).toEqual([{ mfiId: '3', id: '5' }]);
  expect(screen.getByRole('button', { name: 'Take it back' }).elements()).toEqual([]);
});

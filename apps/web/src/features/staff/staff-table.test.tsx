import { expect, test } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { StaffTable } from './staff-table.tsx';
import type { StaffRow } from './use-staff.ts';

const ROW: StaffRow = {
  id: '41',
  phone: '+912255010104',
  name: 'Karim Uddin',
  role: 'officer',
  state: 'active',
  isSelf: false,
  askedRole: null,
  hasFactor: true,
  mayReset: false,
  resetsFactor: false,
  enteredByName: null,
  endsAt: null,
  mayConfirm: false,
  isLastManager: false,
};
const show = (row: StaffRow) => renderPage(<StaffTable mfiId="3" rows={[row]} />, { path: '/App/MFIStaff/ROI' });

test('an office of two reads that the operator resets a lost second step, and no button asks for it (R34.2, R34.3)', async () => {
  const screen = await show(ROW);
  await expect.element(screen.getByText(/^Only the operator of this server can reset/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Reset/ }).elements()).toEqual([]);
});

test('a larger office asks for it, and reads nothing of the operator', async () => {
  const screen = await show({ ...ROW, mayReset: true });
  await expect.element(screen.getByRole('button', { name: 'Reset the second step of Karim Uddin' })).toBeVisible();
  expect(screen.getByText(/operator/).elements()).toEqual([]);
});

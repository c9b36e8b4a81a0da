import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import MoreTime from './more-time.tsx';

const loan: ProposalDetails = {
  ...SEWING_MACHINE,
  status: 3,
  fundingDeadline: '2026-12-20T18:29:59.999Z',
  extendsTo: '2027-01-19T18:29:59.999Z',
  allowedActions: ['extend'],
};
const at = { path: '/App/proposal?mfi=ROI&id=169' };

test('R31.2: an owner reads until when the loan would be open, and gives it that time by a second press', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('findMfi', () => ROI);
  fake('extendFunding', ({ body }) => {
    sent.push(body);
    return { id: '169', fundingDeadline: '2027-01-19T18:29:59.999Z' };
  });
  const screen = await renderPage(<MoreTime proposal={loan} />, at);
  await expect.element(screen.getByText('Once you can keep it open until 19/01/2027.', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: 'Give more time' }).click();
  await expect.element(screen.getByText('Your backers hear of it.', { exact: false })).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Yes, give more time' }).click();
  await expect.poll(() => sent).toEqual([{ proposalId: '169' }]);
});

test('R5.1: the days are those of the institution, not those of the reader', async () => {
  startSession('token', RAHIMA);
  fake('findMfi', () => ({ ...ROI, timeZone: 'America/New_York' }));
  fake('extendFunding', () => ({ id: '169', fundingDeadline: '2027-01-20T04:59:59.999Z' }));
  const collecting = { ...loan, fundingDeadline: '2026-12-21T04:59:59.999Z', extendsTo: '2027-01-20T04:59:59.999Z' };
  const screen = await renderPage(<MoreTime proposal={collecting} />, at);
  await expect.element(screen.getByText(/20\/12\/2026.*until 19\/01\/2027/)).toBeVisible();
  await screen.getByRole('button', { name: 'Give more time' }).click();
  await expect.element(screen.getByRole('heading', { name: /19\/01\/2027/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Yes, give more time' }).click();
  await expect.element(screen.getByRole('status').getByText(/19\/01\/2027/)).toBeVisible();
});

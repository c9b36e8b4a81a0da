import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { QUEUES } from '../../test/mfi-dashboard.tsx';
import { OFFICER, ROI } from '../../test/people.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import MoneyPanels from './money-panels.tsx';

const RUNNING: ProposalDetails = { ...FUNDED, officerId: '91', area: 'Gosaba', allowedActions: ['fillIn'] };

async function show(proposal: ProposalDetails) {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('listWithdrawals', () => []);
  fake('listBackers', () => []);
  fake('listPlanChanges', () => []);
  return renderPage(<MoneyPanels proposal={proposal} reader="staff" />, { path: '/App/proposal' });
}

test('R22.5: staff say on a running loan who collects it, and where', async () => {
  const sent: unknown[] = [];
  fake('mfiQueues', () => QUEUES);
  fake('assignOfficer', ({ query, body }) => {
    sent.push(query, body);
    return { id: '169', officerId: OFFICER.id, area: 'The market' };
  });
  const screen = await show(RUNNING);
  await screen.getByText('Who collects, and where').click();
  const officer = screen.getByRole('combobox', { name: 'Looked after by' });
  await expect.element(officer).toHaveValue('91');
  await officer.selectOptions('Nadia Islam');
  const area = screen.getByRole('textbox', { name: /^Area/ });
  await expect.element(area).toHaveValue('Gosaba');
  await area.fill('x'.repeat(121));
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(area).toBeInvalid();
  await area.fill('The market');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent).toEqual([{ proposalId: '169' }, { officerId: OFFICER.id, area: 'The market' }]);
  // A colleague may have given the loan to another officer since.
  await area.fill('The ghat');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent.slice(2)).toEqual([{ proposalId: '169' }, { area: 'The ghat' }]);
});

test('R22.5: a loan that is repaid asks for no collector', async () => {
  const screen = await show({ ...RUNNING, status: 6 });
  await expect.element(screen.getByRole('tab', { name: 'Movements' })).toBeVisible();
  expect(screen.getByText('Who collects, and where').elements()).toEqual([]);
});

import { expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { AssignDialog } from './assign-dialog.tsx';

async function dialog(person: typeof RAHIMA, assigned: readonly string[], isRefused = false) {
  const sent: unknown[] = [];
  const close = vi.fn();
  startSession('token', person);
  fake('listCampaignChoices', () =>
    ['5', '6'].map((id) => ({ id, name: id === '5' ? 'Eid goats' : 'Eid sheep', isAssigned: assigned.includes(id) })),
  );
  fake('assignToCampaigns', ({ body }) => {
    sent.push(body.campaignIds);
    return isRefused ? { refusal: 'not_permitted' } : { proposalId: '169', campaignIds: [] };
  });
  const screen = await renderPage(<AssignDialog proposal={SEWING_MACHINE} onClose={close} />, { path: '/' });
  return { screen, sent, close };
}

test('R16.5: the owner puts a proposal into a campaign', async () => {
  const { screen, sent, close } = await dialog(RAHIMA, []);
  await screen.getByRole('checkbox', { name: 'Eid sheep' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Proposal Assigned Successfully')).toBeVisible();
  expect(sent).toEqual([['6']]);
  expect(close).toHaveBeenCalledOnce();
});

test('R16.5: the choice of another officer in the meantime stays', async () => {
  const assigned: string[] = [];
  const { screen, sent } = await dialog(RAHIMA, assigned);
  await screen.getByRole('checkbox', { name: 'Eid sheep' }).click();
  assigned.push('5');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent).toEqual([['5', '6']]);
});

test('R16.5: a campaign of a later page is a choice too, and those of the first page stay', async () => {
  const { screen, sent } = await dialog(RAHIMA, ['5']);
  fake('listCampaignChoices', ({ query: { cursor } }) => {
    const [first, last] = [
      { id: '5', name: 'Eid goats', isAssigned: true },
      { id: '6', name: 'Eid sheep', isAssigned: false },
    ];
    return cursor === undefined ? pageOf<'listCampaignChoices'>([first], 'next') : [last];
  });
  await screen.getByRole('checkbox', { name: 'Eid sheep' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent).toEqual([['5', '6']]);
});

test('specification 2: taking one out is for the staff', async () => {
  const { screen, sent, close } = await dialog(RAHIMA, ['5']);
  await expect.element(screen.getByRole('checkbox', { name: 'Eid goats' })).toBeDisabled();
  await expect.element(screen.getByText('To take it out of a campaign again, ask ROI.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove from campaigns' }).elements()).toHaveLength(0);
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(sent).toEqual([]);
  expect(close).toHaveBeenCalledOnce();
});

test('the staff take it out of one', async () => {
  const { screen, sent } = await dialog(OFFICER, ['5', '6']);
  await screen.getByRole('checkbox', { name: 'Eid goats' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('proposal removed from campaigns Successfully..')).toBeVisible();
  expect(sent).toEqual([['6']]);
});

test('the staff take it out of all at once', async () => {
  const { screen, sent } = await dialog(OFFICER, ['5', '6']);
  await screen.getByRole('button', { name: 'Remove from campaigns' }).click();
  await expect.element(screen.getByText('proposal removed from campaigns Successfully..')).toBeVisible();
  expect(sent).toEqual([[]]);
});

test('specification 8: a removal that fails says so and why', async () => {
  const { screen, close } = await dialog(OFFICER, ['5'], true);
  await screen.getByRole('button', { name: 'Remove from campaigns' }).click();
  await expect.element(screen.getByText('error..')).toBeVisible();
  await expect.element(screen.getByRole('alert').first()).toBeVisible();
  expect(close).not.toHaveBeenCalled();
});

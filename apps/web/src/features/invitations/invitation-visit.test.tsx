import { afterEach, expect, test } from 'vitest';
import { forgetInvitation, keepInvitation, keptInvitation } from '../../lib/kept-invitation.ts';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { InvitationVisit } from './invitation-visit.tsx';

afterEach(forgetInvitation);

const preview = {
  inviterName: 'Nadia K.',
  proposalId: '169',
  campaignId: null,
  title: 'Sewing machine',
  mfiName: 'ROI',
};
const LINK = '/App/proposal?mfi=ROI&id=169&invitation=abc';

test('R12.3: a visitor reads who invites; the token leaves the address and stays in the tab', async () => {
  fake('previewInvitation', () => preview);
  const screen = await renderPage(<InvitationVisit />, { path: LINK });
  await expect.element(screen.getByText(/Nadia K\..*invited you to back .*Sewing machine/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/App/Register/ROI');
  await expect.poll(() => location.search).toBe('?mfi=ROI&id=169');
  expect(keptInvitation()).toBe('abc');
});

test('R12.7: a person invited to a campaign comes back to it by way of the registration', async () => {
  fake('previewInvitation', () => ({ ...preview, proposalId: null, campaignId: '5', title: 'Eid goats' }));
  const screen = await renderPage(<InvitationVisit />, {
    path: '/App/proposalsByCampaign?mfi=ROI&id=5&invitation=abc',
  });
  await screen.getByRole('link', { name: 'Register' }).click();
  expect(location.pathname).toBe('/App/Register/ROI');
  expect(history.state).toEqual({ returnTo: '/App/proposalsByCampaign?mfi=ROI&id=5' });
});

test('on the registration page the line stands without its link', async () => {
  keepInvitation('abc');
  fake('previewInvitation', () => preview);
  const screen = await renderPage(<InvitationVisit />, { path: '/App/Register/ROI' });
  await expect.element(screen.getByText(/Nadia K\..*invited you/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Register' })).not.toBeInTheDocument();
});

test('a link that does not count any more says nothing to a visitor', async () => {
  fake('previewInvitation', () => ({ refusal: 'not_found' }));
  const screen = await renderPage(<InvitationVisit />, { path: LINK });
  await expect.poll(() => location.search).toBe('?mfi=ROI&id=169');
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});

test('R12.3: a signed-in person accepts by following the link', async () => {
  const sent: unknown[] = [];
  startSession('token', RAHIMA);
  fake('acceptInvitation', ({ body }) => {
    sent.push(body);
    return { proposalId: '169', campaignId: null };
  });
  const screen = await renderPage(<InvitationVisit />, { path: LINK });
  await expect.element(screen.getByText('The invitation is yours now.')).toBeVisible();
  expect(sent).toEqual([{ token: 'abc' }]);
  expect(keptInvitation()).toBe(null);
});

test('a link that another person used says so, once', async () => {
  startSession('token', RAHIMA);
  fake('acceptInvitation', () => ({ refusal: 'invitation_over' }));
  const screen = await renderPage(<InvitationVisit />, { path: LINK });
  await expect.element(screen.getByText(/was used by somebody else, or has run out/)).toBeVisible();
  expect(keptInvitation()).toBe(null);
});

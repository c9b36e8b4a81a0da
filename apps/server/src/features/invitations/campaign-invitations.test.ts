import { expect, test } from 'vitest';
import { resultsOf, useInvitations } from '../../test/invitations.ts';
import { refusal } from '../../test/loans.ts';
import { DCBS, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { mailsTo, oldHand, newCampaign, inviteToCampaign } = useInvitations(world);

let serial = 0;
/** An address that is invited only once here. */
const fresh = () => `guest${(serial += 1)}@example.org`;

test('R12.7: staff invite to a campaign by its id, or by exactly the stored texts', async () => {
  const officer = await oldHand([ROI]);
  const campaignId = await newCampaign(officer, { endsOn: '2027-03-01' });
  const [byId, byName] = [fresh(), fresh()];
  expect(resultsOf(await inviteToCampaign(officer, { campaignId, sendToMails: [byId], note: 'Please come' }))).toEqual([
    `${byId} sent`,
  ]);
  const named = {
    campaignName: 'Eid goats',
    campaignUrl: 'https://roi.example/eid',
    campaignDesc: 'Goats before Eid.',
  };
  expect(resultsOf(await inviteToCampaign(officer, { ...named, sendToMails: [byName] }))).toEqual([`${byName} sent`]);
  const [mail] = await mailsTo(byName);
  expect(mail?.subject).toBe('You are invited: Eid goats');
  expect(mail?.text).toContain(`/App/proposalsByCampaign?mfi=ROI&id=${campaignId}&invitation=`);

  for (const wrong of [
    { campaignName: 'Eid cows' },
    { campaignUrl: 'https://evil.example' },
    { campaignDesc: 'Else' },
  ]) {
    const answer = await inviteToCampaign(officer, { ...named, ...wrong, sendToMails: [fresh()] });
    expect(refusal(answer)).toBe('422 invalid_request');
  }
  const answer = await inviteToCampaign(officer, { campaignId, campaignName: 'Eid cows', sendToMails: [fresh()] });
  expect(answer.body.errors[0].path).toBe('campaignName');
  await newCampaign(officer, { endsOn: '2027-03-01' });
  expect(refusal(await inviteToCampaign(officer, { ...named, sendToMails: [fresh()] }))).toBe('422 invalid_request');
});

test('R12.7, R16.4: only its staff may invite, and not after its end', async () => {
  const officer = await oldHand([ROI]);
  const campaignId = await newCampaign(officer, { name: 'Winter', endsOn: '2027-12-31' });
  const others = [await world.newPerson(), await world.newPerson({ staffOf: [DCBS] })];
  for (const as of others) {
    expect(refusal(await inviteToCampaign(as, { campaignId, sendToMails: [fresh()] }))).toBe('403 not_permitted');
  }
  const missing = await inviteToCampaign(officer, { campaignId: '987654', sendToMails: [fresh()] });
  expect(refusal(missing)).toBe('404 not_found');
  const ended = await newCampaign(officer, { name: 'Past', startsOn: '2025-01-01', endsOn: '2025-02-01' });
  const archived = await newCampaign(officer, { name: 'Away', endsOn: '2027-12-31', archivedAt: world.now });
  for (const id of [ended, archived]) {
    expect(refusal(await inviteToCampaign(officer, { campaignId: id, sendToMails: [fresh()] }))).toBe(
      '409 campaign_ended',
    );
  }
});

test('R16.1: a campaign that was unpublished meanwhile takes no invitation, and one on its way is not sent', async () => {
  const officer = await oldHand([ROI]);
  const campaignId = await newCampaign(officer, { name: 'Spring', endsOn: '2027-12-31' });
  const [early, late] = [fresh(), fresh()];
  expect(resultsOf(await inviteToCampaign(officer, { campaignId, sendToMails: [early] }))).toEqual([`${early} sent`]);
  await world.db.updateTable('campaigns').set({ published: false }).where('id', '=', campaignId).execute();
  expect(await mailsTo(early)).toEqual([]);
  expect(refusal(await inviteToCampaign(officer, { campaignId, sendToMails: [late] }))).toBe('409 wrong_status');
  const stranger = await world.newPerson();
  expect(refusal(await inviteToCampaign(stranger, { campaignId, sendToMails: [late] }))).toBe('404 not_found');
  await world.db.updateTable('campaigns').set({ published: true }).where('id', '=', campaignId).execute();
  expect(resultsOf(await inviteToCampaign(officer, { campaignId, sendToMails: [late] }))).toEqual([`${late} sent`]);
  expect(await mailsTo(late)).toHaveLength(1);
});

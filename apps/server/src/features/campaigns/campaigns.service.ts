import { areCampaignDatesValid, assignRefusal, hasCampaignEnded, hasCampaignWords } from '@sathi/domain/campaigns.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { CampaignId, MfiId, ProposalId } from '@sathi/domain/ids.ts';
import type { Change } from '../../http/call.ts';
import { found, invalidField, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import {
  type CampaignValues,
  deleteFromCampaign,
  insertCampaign,
  listCampaignIdsOf,
  type LockedCampaign,
  lockCampaigns,
  setCampaign,
  setCampaignsOf,
} from './campaigns.repository.ts';

const PICTURE = { path: 'image', folder: 'campaignImages' } as const;

type OnCampaign = Change & { readonly campaign: LockedCampaign };

/** @throws RefusalError `invalid_date`, `invalid_request` without any words and for a picture that is not the caller's */
export async function createCampaign(
  { tx, viewer, now }: Change,
  mfiId: MfiId,
  values: CampaignValues,
): Promise<{ id: CampaignId }> {
  if (!hasCampaignWords(values)) throw invalidField('name', 'required');
  const { timeZone } = found(await findMfiSettings(tx, mfiId));
  if (!areCampaignDatesValid(values, calendarDateIn(timeZone, now))) throw new RefusalError('invalid_date');
  await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: values.image });
  return { id: await insertCampaign(tx, { ...values, mfiId, createdBy: viewer.id, createdAt: now }) };
}

/** Dates are judged only where they change, so that one that has ended can still be unpublished. @throws as {@link createCampaign} */
export async function updateCampaign(
  { tx, viewer, now, campaign }: OnCampaign,
  values: Partial<CampaignValues>,
): Promise<{ id: CampaignId }> {
  if (!hasCampaignWords({ ...campaign, ...values })) throw invalidField('name', 'required');
  const dates = { startsOn: values.startsOn ?? campaign.startsOn, endsOn: values.endsOn ?? campaign.endsOn };
  const changesDates = dates.startsOn !== campaign.startsOn || dates.endsOn !== campaign.endsOn;
  if (changesDates && !areCampaignDatesValid(dates, calendarDateIn(campaign.timeZone, now))) {
    throw new RefusalError('invalid_date');
  }
  await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: values.image, before: campaign.image });
  await setCampaign(tx, campaign.id, values);
  return { id: campaign.id };
}

/** Archiving twice is archiving once; with `proposalIds`, those proposals leave the campaign instead. */
export async function deleteCampaign({
  tx,
  now,
  campaign: { id, isArchived },
  body: { proposalIds },
}: OnCampaign & {
  readonly body: { readonly proposalIds?: readonly ProposalId[] | undefined };
}): Promise<{ id: CampaignId }> {
  if (proposalIds !== undefined) await deleteFromCampaign(tx, id, proposalIds);
  else if (!isArchived) await setCampaign(tx, id, { archivedAt: now });
  return { id };
}

/**
 * The proposal's campaigns become exactly these (R16.5). It stays in one that has ended, and is put into none (R16.4).
 *
 * @throws RefusalError `not_found` for a campaign that is not there for this person, `not_permitted` for one of another MFI, `campaign_ended`
 */
export async function assignToCampaigns({
  tx,
  viewer,
  now,
  proposal,
  body,
}: Change & {
  readonly proposal: ProposalRow;
  readonly body: { readonly campaignIds: readonly CampaignId[] };
}): Promise<{ proposalId: ProposalId; campaignIds: CampaignId[] }> {
  const campaignIds = [...new Set(body.campaignIds)].toSorted((a, b) => a - b);
  const campaigns = await lockCampaigns(tx, campaignIds);
  if (campaigns.length < campaignIds.length) throw new RefusalError('not_found');
  const before = await listCampaignIdsOf(tx, proposal.id);
  const asked = campaigns.map((campaign) => ({ ...campaign, isAssigned: before.has(campaign.id) }));
  refuseIf(assignRefusal(viewer, proposal, asked));
  const today = calendarDateIn(proposal.mfi.timeZone, now);
  const hasEnded = campaigns.some((campaign) => !before.has(campaign.id) && hasCampaignEnded(campaign, today));
  if (hasEnded) throw new RefusalError('campaign_ended');
  await setCampaignsOf(tx, proposal.id, campaignIds, { addedBy: viewer.id, addedAt: now });
  return { proposalId: proposal.id, campaignIds };
}

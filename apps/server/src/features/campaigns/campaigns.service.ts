import { areCampaignDatesValid, assignRefusal, campaignRefusal, hasCampaignEnded } from '@sathi/domain/campaigns.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { CampaignId, MfiId, ProposalId } from '@sathi/domain/ids.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Db, Tx } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { found, RefusalError, refuseIf } from '../../refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import {
  type CampaignValues,
  deleteFromCampaign,
  insertCampaign,
  listCampaignIdsOf,
  lockCampaigns,
  setCampaign,
  setCampaignsOf,
} from './campaigns.repository.ts';

const PICTURE = { path: 'image', folder: 'campaignImages' } as const;

type Command = { readonly viewer: SignedIn; readonly attempt: Attempt; readonly now: Date };

/** @throws RefusalError `not_permitted`, `invalid_date`, `invalid_request` for a picture that is not the caller's */
export async function createCampaign(
  db: Db,
  input: Command & { readonly mfiId: MfiId | undefined; readonly values: CampaignValues },
): Promise<{ id: CampaignId }> {
  const { viewer, attempt, now, values } = input;
  const mfiId = input.mfiId ?? viewer.mfiIds[0];
  if (mfiId === undefined || !isStaffOf(viewer, mfiId)) throw new RefusalError('not_permitted');
  return runOnce(db, attempt, now, async (tx) => {
    const { timeZone } = found(await findMfiSettings(tx, mfiId));
    if (!areCampaignDatesValid(values, calendarDateIn(timeZone, now))) throw new RefusalError('invalid_date');
    await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: values.image });
    return { id: await insertCampaign(tx, { ...values, mfiId, createdBy: viewer.id, createdAt: now }) };
  });
}

/** Dates are judged only where they change, so that one that has ended can still be unpublished. @throws as {@link createCampaign} */
export async function updateCampaign(
  db: Db,
  input: Command & { readonly campaignId: CampaignId; readonly values: Partial<CampaignValues> },
): Promise<{ id: CampaignId }> {
  const { viewer, attempt, now, campaignId, values } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const campaign = await lockOwnCampaign(tx, viewer, campaignId);
    const dates = { startsOn: values.startsOn ?? campaign.startsOn, endsOn: values.endsOn ?? campaign.endsOn };
    const changesDates = dates.startsOn !== campaign.startsOn || dates.endsOn !== campaign.endsOn;
    if (changesDates && !areCampaignDatesValid(dates, calendarDateIn(campaign.timeZone, now))) {
      throw new RefusalError('invalid_date');
    }
    await refuseUnknownImage(tx, viewer.id, { ...PICTURE, key: values.image, before: campaign.image });
    await setCampaign(tx, campaignId, values);
    return { id: campaignId };
  });
}

/** Archiving twice is archiving once; with `proposalIds`, those proposals leave the campaign instead. */
export async function deleteCampaign(
  db: Db,
  input: Command & { readonly campaignId: CampaignId; readonly proposalIds: readonly ProposalId[] | undefined },
): Promise<{ id: CampaignId }> {
  const { viewer, attempt, now, campaignId, proposalIds } = input;
  return runOnce(db, attempt, now, async (tx) => {
    const [campaign] = await lockCampaigns(tx, [campaignId]);
    const refusal = campaignRefusal(viewer, found(campaign));
    if (refusal === 'campaign_ended' && proposalIds === undefined) return { id: campaignId };
    refuseIf(refusal);
    if (proposalIds === undefined) await setCampaign(tx, campaignId, { archivedAt: now });
    else await deleteFromCampaign(tx, campaignId, proposalIds);
    return { id: campaignId };
  });
}

/**
 * The proposal's campaigns become exactly these (R16.5). It stays in one that has ended, and is put into none (R16.4).
 *
 * @throws RefusalError `not_found` for a campaign that does not exist, `campaign_ended`, and what forbids to assign it
 */
export async function assignToCampaigns(
  db: Db,
  input: Command & { readonly proposalId: ProposalId; readonly campaignIds: readonly CampaignId[] },
): Promise<{ proposalId: ProposalId; campaignIds: CampaignId[] }> {
  const { viewer, attempt, now, proposalId } = input;
  const campaignIds = [...new Set(input.campaignIds)].toSorted((a, b) => a - b);
  return runOnce(db, attempt, now, async (tx) => {
    const proposal = found(await lockProposal(tx, proposalId));
    refuseIf(assignRefusal(viewer, proposal, []));
    const campaigns = await lockCampaigns(tx, campaignIds);
    if (campaigns.length < campaignIds.length) throw new RefusalError('not_found');
    refuseIf(assignRefusal(viewer, proposal, campaigns));
    const before = await listCampaignIdsOf(tx, proposalId);
    const today = calendarDateIn(proposal.mfi.timeZone, now);
    const hasEnded = campaigns.some((campaign) => !before.has(campaign.id) && hasCampaignEnded(campaign, today));
    if (hasEnded) throw new RefusalError('campaign_ended');
    await setCampaignsOf(tx, proposalId, campaignIds, { addedBy: viewer.id, addedAt: now });
    return { proposalId, campaignIds };
  });
}

async function lockOwnCampaign(tx: Tx, viewer: SignedIn, id: CampaignId) {
  const campaign = found((await lockCampaigns(tx, [id]))[0]);
  refuseIf(campaignRefusal(viewer, campaign));
  return campaign;
}

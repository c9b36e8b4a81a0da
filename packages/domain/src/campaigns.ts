import type { CalendarDate } from './calendar-date.ts';
import type { MfiId } from './ids.ts';
import { isStaffOf, proposalRefusal } from './permissions.ts';
import type { Proposal, Viewer } from './proposals.ts';

export const CAMPAIGN_NAME_LENGTH_MAX = 120;
export const CAMPAIGN_DESCRIPTION_LENGTH_MAX = 256;

export type Campaign = {
  readonly mfiId: MfiId;
  readonly endsOn: CalendarDate;
  readonly isPublished: boolean;
  readonly isArchived: boolean;
};

/** The end must not be today or past, nor before the start: 'Invalid Date' (specification section 5). */
export function areCampaignDatesValid(
  { startsOn, endsOn }: { readonly startsOn: CalendarDate; readonly endsOn: CalendarDate },
  today: CalendarDate,
): boolean {
  return endsOn > today && endsOn >= startsOn;
}

/** After its last day, or archived: the page stays, inviting and sharing end (R16.2, R16.4). */
export function hasCampaignEnded({ endsOn, isArchived }: Campaign, today: CalendarDate): boolean {
  return isArchived || endsOn < today;
}

/** Everybody sees the loans of a published campaign, the staff of its MFI those of any; an archived one shows none (R16.1, R16.2). */
export function seesCampaignProposals(viewer: Viewer, campaign: Campaign): boolean {
  if (campaign.isArchived) return false;
  return campaign.isPublished || (viewer !== null && isStaffOf(viewer, campaign.mfiId));
}

export type CampaignRefusal = 'sign_in_required' | 'not_permitted' | 'campaign_ended';

/** Null when this person may change the campaign, invite to it or write to its backers: the staff of its MFI (section 6). */
export function campaignRefusal(viewer: Viewer, campaign: Campaign): CampaignRefusal | null {
  if (viewer === null) return 'sign_in_required';
  if (!isStaffOf(viewer, campaign.mfiId)) return 'not_permitted';
  return campaign.isArchived ? 'campaign_ended' : null;
}

/** Null when the proposal may be put into all of these campaigns: only those of its own MFI that are not archived (R16.5). */
export function assignRefusal(viewer: Viewer, proposal: Proposal, campaigns: readonly Campaign[]) {
  const refusal = proposalRefusal('assignToCampaign', viewer, proposal);
  if (refusal !== null) return refusal;
  if (campaigns.some(({ mfiId }) => mfiId !== proposal.mfiId)) return 'not_permitted';
  return campaigns.some(({ isArchived }) => isArchived) ? 'campaign_ended' : null;
}

/** Gifts to this MFI go to one page, whatever a campaign of it says (specification section 2, R17.2). */
const FIXED_DONATION_PAGES: Readonly<Record<number, string>> = { 1: 'https://dcbs.example/donate' };

export function donationPageOf(mfiId: MfiId, donationUrl: string): string {
  return FIXED_DONATION_PAGES[mfiId] ?? donationUrl;
}

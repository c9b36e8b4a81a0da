import type { CalendarDate } from './calendar-date.ts';
import type { MfiId } from './ids.ts';
import { isStaffOf } from './permissions.ts';
import type { Proposal, SignedIn, Viewer } from './proposals.ts';
import { cleanText } from './text.ts';

export const CAMPAIGN_NAME_LENGTH_MAX = 120;
export const CAMPAIGN_DESCRIPTION_LENGTH_MAX = 256;
/** The longest text of a mail to the backers of a campaign. */
export const CAMPAIGN_MAIL_LENGTH_MAX = 2000;

export type Campaign = {
  readonly mfiId: MfiId;
  readonly endsOn: CalendarDate;
  readonly isPublished: boolean;
  readonly isArchived: boolean;
};

/** A title, a description or an address tells what it is; one of them is enough (R16.6). */
export function hasCampaignWords(texts: {
  readonly name: string;
  readonly description: string;
  readonly campaignUrl: string;
}): boolean {
  return [texts.name, texts.description, texts.campaignUrl].some((text) => cleanText(text) !== '');
}

/** The end must not be today or past, nor before the start: 'Invalid Date' (specification section 5). */
export function areCampaignDatesValid(
  { startsOn, endsOn }: { readonly startsOn: CalendarDate; readonly endsOn: CalendarDate },
  today: CalendarDate,
): boolean {
  return endsOn > today && endsOn >= startsOn;
}

/** Whether a campaign is past its last day or archived: its page stays, inviting and sharing end (R16.2, R16.4). */
export function hasCampaignEnded({ endsOn, isArchived }: Campaign, today: CalendarDate): boolean {
  return isArchived || endsOn < today;
}

/** Null when anybody may pass it on: it has a public page until its end (R16.1, R16.4). */
export function campaignShareRefusal(campaign: Campaign, today: CalendarDate): 'not_found' | 'campaign_ended' | null {
  if (!campaign.isPublished) return 'not_found';
  return hasCampaignEnded(campaign, today) ? 'campaign_ended' : null;
}

/** A published campaign is there for everybody, any other for the staff of its MFI alone (R16.1). */
export function seesCampaign(viewer: Viewer, campaign: Campaign): boolean {
  return campaign.isPublished || (viewer !== null && isStaffOf(viewer, campaign.mfiId));
}

export type CampaignRefusal = 'sign_in_required' | 'not_found' | 'not_permitted' | 'campaign_ended';

/** Null when this person may change the campaign: the staff of its MFI (section 6). To others an unpublished one is not there (R16.1). */
export function campaignRefusal(viewer: Viewer, campaign: Campaign): CampaignRefusal | null {
  if (viewer === null) return 'sign_in_required';
  if (!seesCampaign(viewer, campaign)) return 'not_found';
  if (!isStaffOf(viewer, campaign.mfiId)) return 'not_permitted';
  return campaign.isArchived ? 'campaign_ended' : null;
}

/** Null when this person may write to its backers (section 6). The mail leads to its page, which readers find once it is published. */
export function campaignNewsRefusal(viewer: Viewer, campaign: Campaign): CampaignRefusal | 'wrong_status' | null {
  return campaignRefusal(viewer, campaign) ?? (campaign.isPublished ? null : 'wrong_status');
}

/**
 * Null when a proposal may be put into all of these campaigns: only those of its own MFI that are not archived (R16.5).
 * An unpublished one exists only for the staff of its MFI (R16.1), unless the proposal is in it already: its owner
 * keeps it there.
 */
export function assignRefusal(
  viewer: SignedIn,
  proposal: Pick<Proposal, 'mfiId'>,
  campaigns: readonly (Campaign & { readonly isAssigned: boolean })[],
): 'not_found' | 'not_permitted' | 'campaign_ended' | null {
  if (!campaigns.every((campaign) => campaign.isAssigned || seesCampaign(viewer, campaign))) return 'not_found';
  if (campaigns.some(({ mfiId }) => mfiId !== proposal.mfiId)) return 'not_permitted';
  return campaigns.some(({ isArchived }) => isArchived) ? 'campaign_ended' : null;
}

/** Gifts to this MFI go to one page, even when a campaign of it names another (specification section 2, R17.2). */
const FIXED_DONATION_PAGES: Readonly<Record<number, string>> = { 1: 'https://dcbs.example/donate' };

export function donationPageOf(mfiId: MfiId, donationUrl: string): string {
  return FIXED_DONATION_PAGES[mfiId] ?? donationUrl;
}

import { isEmail, normalizeEmail } from './accounts.ts';
import type { CalendarDate } from './calendar-date.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';
import type { MfiId } from './ids.ts';
import { isStaffOf, proposalRefusal, type ProposalRefusal } from './permissions.ts';
import { isVisible, type Proposal, type SignedIn, type Viewer } from './proposals.ts';

/** How long an invitation can be taken up after it was first sent (R12.1). */
const INVITATION_DAYS = 60;
/** The hours until an invitation may be sent again, and the number of times that it may be (R12.6). */
const RESEND_AFTER_HOURS = 72;
const RESENDS_MAX = 3;

/** The most addresses of one call (R12.2). */
export const MAILS_PER_CALL_MAX = 50;
/** The longest note of who invites (R12.2). */
export const INVITATION_NOTE_LENGTH_MAX = 280;

/** The limits on invitations, so that an account is no way to write to the world (security T5). */
export const INVITATION_LIMITS = {
  /** The most in one call of an account that is younger than a week. */
  callInFirstWeek: 10,
  /** The most by one person in 24 hours. */
  personAndDay: 200,
  /**
   * The most in 24 hours by one person whose phone is not proven: such accounts are made with an e-mail address alone.
   */
  unprovenAndDay: 10,
  /** The most to one address from all people together, in seven days. */
  addressAndWeek: 3,
  /** The most from all people to all addresses, in 24 hours. */
  everybodyAndDay: 5000,
} as const;
const FIRST_WEEK_DAYS = 7;

export type InviteRefusal = ProposalRefusal | 'funding_ended';

/**
 * Null when this person may invite others to back the proposal: any signed-in person, in 2 and 3, until funding ends.
 */
export function inviteRefusal(viewer: Viewer, proposal: Proposal, now: Date): InviteRefusal | null {
  const refusal = proposalRefusal('invite', viewer, proposal);
  if (refusal !== null) return refusal;
  return proposal.fundingDeadline !== null && now > proposal.fundingDeadline ? 'funding_ended' : null;
}

/** The facts about a campaign that the rules need. */
export type CampaignFacts = {
  readonly mfiId: MfiId;
  readonly endsOn: CalendarDate;
  readonly isArchived: boolean;
  readonly isPublished: boolean;
};

/**
 * Null when this person may invite to the campaign: staff of its MFI, while others find it (R16.1) and until it ends (R12.7, R16.4).
 * `today` is the MFI's.
 */
export function campaignInviteRefusal(
  viewer: SignedIn,
  campaign: CampaignFacts,
  today: CalendarDate,
): 'not_found' | 'not_permitted' | 'wrong_status' | 'campaign_ended' | null {
  if (!isStaffOf(viewer, campaign.mfiId)) return campaign.isPublished ? 'not_permitted' : 'not_found';
  if (!campaign.isPublished) return 'wrong_status';
  return campaign.isArchived || today > campaign.endsOn ? 'campaign_ended' : null;
}

/** The longest note of a backer’s thanks to the owner (R12.9). */
export const THANKS_NOTE_LENGTH_MAX = 280;

export type ThanksKind = 'thank_you' | 'thanks_after_repaid';

/**
 * Null when this person may thank: the owner may thank the backers, in the second way only once the loan is repaid
 * (R12.8), and a backer may thank the owner once the loan is fully backed (R12.9).
 */
export function thanksRefusal(
  kind: ThanksKind,
  viewer: SignedIn,
  proposal: Proposal,
  isBacker = false,
): ProposalRefusal | null {
  if (!isVisible(viewer, proposal)) return 'not_found';
  if (viewer.id !== proposal.ownerId) {
    return kind === 'thank_you' && isBacker ? proposalRefusal('thank', viewer, proposal) : 'not_permitted';
  }
  if (proposal.status === 'drafted') return 'wrong_status';
  return kind === 'thanks_after_repaid' && proposal.status !== 'repaid' ? 'wrong_status' : null;
}

/** An invitation as far as sending it again is concerned. */
export type SentInvitation = {
  readonly inviterId: SignedIn['id'];
  readonly sentAt: Date;
  /** The number of times that it was sent, the first included. */
  readonly sends: number;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
};

/** The instant from which its sender may send an invitation again; null when never. A past instant means now. */
export function resendAt(invitation: Pick<SentInvitation, 'sentAt' | 'sends' | 'acceptedAt'>): Date | null {
  if (invitation.acceptedAt !== null || invitation.sends > RESENDS_MAX) return null;
  return new Date(invitation.sentAt.getTime() + RESEND_AFTER_HOURS * HOUR_MS);
}

/**
 * The outcome of inviting an address once more to the same proposal or campaign. `renew` begins anew, because the old
 * invitation has run out; `resend` is for the inviter who sent it. Otherwise the address counts as invited already.
 */
export function decideRepeat(invitation: SentInvitation, viewer: SignedIn, now: Date): 'renew' | 'resend' | 'refuse' {
  if (invitation.acceptedAt === null && now >= invitation.expiresAt) return 'renew';
  const from = resendAt(invitation);
  return from !== null && now >= from && invitation.inviterId === viewer.id ? 'resend' : 'refuse';
}

export function expiryOf(firstSentAt: Date): Date {
  return new Date(firstSentAt.getTime() + INVITATION_DAYS * DAY_MS);
}

/** The number of invitations sent lately, by this inviter and by all people. */
export type SendCounts = { readonly byPerson: number; readonly byEverybody: number };

/** How many more this call may send. Without `isLimited` only the number of a person and day counts, which is a rule (R12.2). */
export function sendAllowance(
  sender: { readonly createdAt: Date; readonly isPhoneProven: boolean },
  counts: SendCounts,
  now: Date,
  isLimited: boolean,
): number {
  const isNew = now.getTime() - sender.createdAt.getTime() < FIRST_WEEK_DAYS * DAY_MS;
  const limits = [
    isNew ? INVITATION_LIMITS.callInFirstWeek : Number.POSITIVE_INFINITY,
    sender.isPhoneProven ? Number.POSITIVE_INFINITY : INVITATION_LIMITS.unprovenAndDay - counts.byPerson,
    INVITATION_LIMITS.everybodyAndDay - counts.byEverybody,
  ];
  return Math.max(0, Math.min(INVITATION_LIMITS.personAndDay - counts.byPerson, ...(isLimited ? limits : [])));
}

/** The instants since when sends count. */
export function countedSince(now: Date): { readonly day: Date; readonly week: Date } {
  return { day: new Date(now.getTime() - DAY_MS), week: new Date(now.getTime() - 7 * DAY_MS) };
}

/** One entry of a list as it was typed; `address` is null when it is none. */
export type TypedAddress = { readonly typed: string; readonly address: string | null };

/** Each entry once, in its order: normalised, so that entries which differ only by case or blanks are the same. */
export function parseAddresses(entries: readonly string[]): TypedAddress[] {
  const seen = new Set<string>();
  const parsed: TypedAddress[] = [];
  for (const typed of entries) {
    const normal = normalizeEmail(typed);
    if (seen.has(normal)) continue;
    seen.add(normal);
    parsed.push({ typed: typed.trim(), address: isEmail(normal) ? normal : null });
  }
  return parsed;
}

/** The entries of a pasted text: one a line, or with commas, semicolons or blanks between; `Name <address>` is its address. */
export function splitAddresses(text: string): string[] {
  return text
    .replace(/"[^"\n]*"/g, ' ')
    .replace(/[^,;<>\n]*<([^<>\n]*)>/g, ' $1 ')
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '');
}

/** How many days before its deadline a proposal is brought to mind (R5.4), the nearest last. */
export const REMINDER_DAYS = [7, 2] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** The reminder that is due for a deadline; one that was missed is not made up for once the next is due. Null for none. */
export function dueReminder(fundingDeadline: Date, now: Date): ReminderDays | null {
  const leftMs = fundingDeadline.getTime() - now.getTime();
  if (leftMs <= 0) return null;
  return REMINDER_DAYS.findLast((days) => leftMs <= days * DAY_MS) ?? null;
}

/** Days after which a confirmation mail loses its power. */
export const EMAIL_CONFIRMATION_DAYS = 7;

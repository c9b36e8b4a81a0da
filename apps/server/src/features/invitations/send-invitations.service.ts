import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { sendBackInvitations as sendBackInvitationsCall } from '@sathi/contract/invitations.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { CampaignId, ProposalId } from '@sathi/domain/ids.ts';
import {
  campaignInviteRefusal,
  countedSince,
  decideRepeat,
  expiryOf,
  INVITATION_LIMITS,
  inviteRefusal,
  parseAddresses,
  sendAllowance,
} from '@sathi/domain/invitations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Tx } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import type { Outside } from '../../outside.ts';
import { found, invalidField, RefusalError, refuseIf } from '../../refusal-error.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { type InvitedCampaign, findCampaign, findCampaignsNamed } from './invited-campaigns.repository.ts';
import { invitationToken } from './invitation-tokens.ts';
import {
  countSends,
  countSendsTo,
  findSender,
  hashInvitationToken,
  type InvitationTarget,
  type InvitationRow,
  listBackingAddresses,
  listInvitationsTo,
  lockSending,
  saveSend,
} from './invitations.repository.ts';
import { refuseOtherTexts, type Repeated } from './repeated-texts.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret'>;
export type MailAnswer = DataOf<typeof sendBackInvitationsCall>;
type MailResult = MailAnswer['results'][number]['result'];

type Wish = {
  readonly viewer: SignedIn;
  /** As typed; each is judged by itself. */
  readonly sendToMails: readonly string[];
  readonly note: string;
  /** Whether more than the number of a person and day is limited. */
  readonly isLimited: boolean;
  readonly attempt: Attempt;
};

/**
 * Invites addresses to back a proposal, and again those whose time has come (R12.2, R12.6). Nothing but the note is taken
 * from the caller; the answer never tells whether an address has an account or wants no invitations.
 *
 * @throws RefusalError `not_found`, `wrong_status`, `funding_ended`; `invalid_request` for texts that are not the stored ones
 */
export async function sendBackInvitations(
  port: Port,
  { repeated, proposalId, ...wish }: Wish & { readonly proposalId: ProposalId; readonly repeated: Repeated },
): Promise<MailAnswer> {
  const { db, now } = port;
  return runOnce(db, wish.attempt, now(), async (tx) => {
    const proposal = found(await findProposal(tx, proposalId));
    refuseIf(inviteRefusal(wish.viewer, proposal, now()));
    const { title, description, amountCents } = proposal;
    refuseOtherTexts(repeated, { title, description, amountCents });
    return send(tx, port, { proposalId }, wish);
  });
}

/** How a campaign is named: by its id, or by what is stored of it. */
export type NamedCampaign = {
  readonly campaignId?: CampaignId | undefined;
  readonly campaignName?: string | undefined;
  readonly campaignUrl?: string | undefined;
  readonly campaignDesc?: string | undefined;
};

/**
 * As {@link sendBackInvitations}, by staff to a campaign of their MFI (R12.7).
 *
 * @throws RefusalError `not_found`, `not_permitted`, `campaign_ended`; `invalid_request` where no campaign, or more than one,
 *   is stored like that
 */
export async function sendCampaignInvite(
  port: Port,
  { named, ...wish }: Wish & { readonly named: NamedCampaign },
): Promise<MailAnswer> {
  const { db, now } = port;
  return runOnce(db, wish.attempt, now(), async (tx) => {
    const campaign = await campaignNamed(tx, wish.viewer, named);
    refuseIf(campaignInviteRefusal(wish.viewer, campaign, calendarDateIn(campaign.timeZone, now())));
    const { campaignName, campaignUrl, campaignDesc } = named;
    const { name, url, description } = campaign;
    refuseOtherTexts(
      { campaignName, campaignUrl, campaignDesc },
      { campaignName: name, campaignUrl: url, campaignDesc: description },
    );
    return send(tx, port, { campaignId: campaign.id }, wish);
  });
}

/**
 * For a call whose values are wrong: whoever may not invite to the campaign hears of that first.
 *
 * @throws RefusalError as {@link sendCampaignInvite}
 */
export async function judgeCampaignInvite(
  { db, now }: Pick<Port, 'db' | 'now'>,
  viewer: SignedIn,
  campaignId: CampaignId | null,
): Promise<void> {
  if (campaignId === null) return refuseIf(viewer.mfiIds.length === 0 ? 'not_permitted' : null);
  const campaign = found(await findCampaign(db, campaignId));
  refuseIf(campaignInviteRefusal(viewer, campaign, calendarDateIn(campaign.timeZone, now())));
}

async function campaignNamed(tx: Tx, viewer: SignedIn, named: NamedCampaign): Promise<InvitedCampaign> {
  if (named.campaignId !== undefined) return found(await findCampaign(tx, named.campaignId));
  if (viewer.mfiIds.length === 0) throw new RefusalError('not_permitted');
  if (!named.campaignName?.trim()) throw invalidField('campaignName', 'required');
  const [campaign, another] = await findCampaignsNamed(
    tx,
    viewer.mfiIds,
    named.campaignName.trim(),
    named.campaignUrl?.trim(),
  );
  if (campaign === undefined || another !== undefined) throw invalidField('campaignName', 'not_as_stored');
  return campaign;
}

async function send(tx: Tx, { secret, ...port }: Port, target: InvitationTarget, wish: Wish): Promise<MailAnswer> {
  const now = port.now();
  const entries = parseAddresses(wish.sendToMails);
  const addresses = entries.flatMap(({ address }) => address ?? []);
  const judge = await judgeOf(tx, target, wish, addresses, now);
  const results: { email: string; result: MailResult }[] = [];
  for (const { typed, address } of entries) {
    const judged = address === null ? 'invalid' : judge(address);
    if (typeof judged === 'string') {
      results.push({ email: typed, result: judged });
      continue;
    }
    await saveSend(tx, judged.earlier, {
      target,
      address: judged.address,
      inviterId: wish.viewer.id,
      note: wish.note,
      at: now,
      sends: judged.sends,
      firstSentAt: judged.firstSentAt,
      expiresAt: expiryOf(judged.firstSentAt),
      tokenHash: hashInvitationToken(invitationToken(secret, target, judged.address, judged.firstSentAt)),
    });
    results.push({ email: typed, result: 'sent' });
  }
  return { results };
}

type Send = {
  readonly address: string;
  readonly earlier: InvitationRow | undefined;
  readonly sends: number;
  readonly firstSentAt: Date;
};

/** Reads all that decides, under locks, and gives the judge of one address after the other; each send uses up allowance. */
async function judgeOf(
  tx: Tx,
  target: InvitationTarget,
  { viewer, isLimited }: Wish,
  addresses: readonly string[],
  now: Date,
): Promise<(address: string) => Send | MailResult> {
  if (addresses.length === 0) return () => 'skipped';
  await lockSending(tx, viewer.id, addresses);
  const since = countedSince(now);
  const sender = found(await findSender(tx, viewer.id));
  const earlier = await listInvitationsTo(tx, target, addresses);
  const backing = 'proposalId' in target ? await listBackingAddresses(tx, target.proposalId, addresses) : new Set();
  const sentThisWeek = await countSendsTo(tx, addresses, since.week);
  let allowance = sendAllowance(sender.createdAt, await countSends(tx, viewer.id, since.day), now, isLimited);

  return (address) => {
    if (address === sender.email) return 'skipped';
    if (backing.has(address)) return 'already_backed';
    const invitation = earlier.get(address);
    const decision = invitation ? decideRepeat(invitation, viewer, now) : 'renew';
    if (decision === 'refuse') return 'already_invited';
    const isTooOften = isLimited && (sentThisWeek.get(address) ?? 0) >= INVITATION_LIMITS.addressAndWeek;
    if (allowance === 0 || isTooOften) return 'skipped';
    allowance -= 1;
    const isResend = invitation !== undefined && decision === 'resend';
    return {
      address,
      earlier: invitation,
      sends: isResend ? invitation.sends + 1 : 1,
      firstSentAt: isResend ? invitation.firstSentAt : now,
    };
  };
}

import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { sendBackInvitations as sendBackInvitationsCall } from '@sathi/contract/invitations.ts';
import type { CampaignId } from '@sathi/domain/ids.ts';
import {
  countedSince,
  decideRepeat,
  expiryOf,
  INVITATION_LIMITS,
  parseAddresses,
  sendAllowance,
} from '@sathi/domain/invitations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { hashToken } from '../../config/tokens.ts';
import type { Tx } from '../../db/db.ts';
import type { Change } from '../../http/call.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import { type InvitedCampaign, findCampaign, findCampaignsNamed } from './invited-campaigns.repository.ts';
import { invitationToken } from './invitation-tokens.ts';
import {
  countSends,
  countSendsTo,
  findSender,
  type InvitationTarget,
  type InvitationRow,
  listBackingAddresses,
  listInvitationsTo,
  lockSending,
  saveSend,
} from './invitations.repository.ts';
import { refuseOtherTexts, type Repeated } from './repeated-texts.ts';
import type { AppSecret } from '../../config/secret.ts';

export type MailAnswer = DataOf<typeof sendBackInvitationsCall>;
type MailResult = MailAnswer['results'][number]['result'];

type Wish = Pick<Change, 'tx' | 'viewer' | 'now'> & {
  /** The addresses as typed; each is judged by itself. */
  readonly sendToMails: readonly string[];
  readonly note?: string | undefined;
  readonly secret: AppSecret;
  /** Whether more than the number of a person and day is limited. */
  readonly isLimited: boolean;
};

/**
 * Invites addresses to back a proposal, and again those whose time has come (R12.2, R12.6). Nothing but the note is taken
 * from the caller; the answer never tells whether an address has an account or wants no invitations.
 *
 * @throws RefusalError `invalid_request` for texts that are not the stored ones
 */
export async function sendBackInvitations(
  wish: Wish & { readonly proposal: ProposalRow },
  repeated: Repeated,
): Promise<MailAnswer> {
  const { id: proposalId, title, description, amountCents } = wish.proposal;
  refuseOtherTexts(repeated, { title, description, amountCents });
  return send({ proposalId }, wish);
}

/** The name of a campaign: its id, or its stored texts. */
export type NamedCampaign = {
  readonly campaignId?: CampaignId | undefined;
  readonly campaignName?: string | undefined;
  readonly campaignUrl?: string | undefined;
  readonly campaignDesc?: string | undefined;
};

/**
 * As {@link sendBackInvitations}, by staff to a campaign of their MFI (R12.7).
 *
 * @throws RefusalError `invalid_request` for texts that are not the stored ones
 */
export async function sendCampaignInvite(
  wish: Wish & { readonly campaign: InvitedCampaign },
  { campaignName, campaignUrl, campaignDesc }: NamedCampaign,
): Promise<MailAnswer> {
  const { id: campaignId, name, url, description } = wish.campaign;
  refuseOtherTexts(
    { campaignName, campaignUrl, campaignDesc },
    { campaignName: name, campaignUrl: url, campaignDesc: description },
  );
  return send({ campaignId }, wish);
}

/** @throws RefusalError `not_found`, `not_permitted`; `invalid_request` where no campaign, or more than one, is stored like that */
export async function campaignNamed(tx: Tx, viewer: SignedIn, named: NamedCampaign): Promise<InvitedCampaign> {
  if (named.campaignId !== undefined) return found(await findCampaign(tx, named.campaignId));
  if (viewer.mfiIds.length === 0) throw new RefusalError('not_permitted');
  if (!named.campaignName?.trim() && !named.campaignUrl?.trim()) throw invalidField('campaignName', 'required');
  const [campaign, another] = await findCampaignsNamed(
    tx,
    viewer.mfiIds,
    named.campaignName?.trim() ?? '',
    named.campaignUrl?.trim(),
  );
  if (campaign === undefined || another !== undefined) throw invalidField('campaignName', 'not_as_stored');
  return campaign;
}

async function send(target: InvitationTarget, wish: Wish): Promise<MailAnswer> {
  const { tx, viewer, now, secret, note = '' } = wish;
  const entries = parseAddresses(wish.sendToMails);
  const addresses = entries.flatMap(({ address }) => address ?? []);
  const judge = await judgeOf(target, wish, addresses);
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
      inviterId: viewer.id,
      note,
      at: now,
      sends: judged.sends,
      firstSentAt: judged.firstSentAt,
      expiresAt: expiryOf(judged.firstSentAt),
      tokenHash: hashToken(invitationToken(secret, { ...judged, target })),
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
  readonly tokenHash: string | null;
};

/**
 * Reads, under locks, the facts that decide, and returns the judge of one address after the other; each send uses up
 * allowance.
 */
async function judgeOf(
  target: InvitationTarget,
  { tx, viewer, now, isLimited }: Wish,
  addresses: readonly string[],
): Promise<(address: string) => Send | MailResult> {
  if (addresses.length === 0) return () => 'skipped';
  await lockSending(tx, viewer.id, addresses);
  const since = countedSince(now);
  const sender = found(await findSender(tx, viewer.id));
  const earlier = await listInvitationsTo(tx, target, addresses);
  const backing = 'proposalId' in target ? await listBackingAddresses(tx, target.proposalId, addresses) : new Set();
  const sentThisWeek = await countSendsTo(tx, addresses, since.week);
  let allowance = sendAllowance(sender, await countSends(tx, viewer.id, since.day), now, isLimited);

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
      tokenHash: isResend ? invitation.tokenHash : null,
    };
  };
}

import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { listBackers } from '@sathi/contract/investments.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { inviteRefusal, resendAt, thanksRefusal, type ThanksKind } from '@sathi/domain/invitations.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import type { Proposal, SignedIn } from '@sathi/domain/proposals.ts';
import type { BackerRow } from './backers.repository.ts';

type Answer = DataOf<typeof listBackers>[number];

/** The thanks that a proposal calls for. */
export function thanksKindOf({ status }: Pick<Proposal, 'status'>): ThanksKind {
  return status === 'repaid' ? 'thanks_after_repaid' : 'thank_you';
}

/** The owner and the staff see addresses and all invited people (R13.1). */
export function seesAllBackers(viewer: SignedIn, proposal: Proposal): boolean {
  return viewer.id === proposal.ownerId || isStaffOf(viewer, proposal.mfiId);
}

/** One row as this reader may see it at `now`, with the reader's possible actions on it. */
export function backerAnswer(
  row: BackerRow,
  viewer: SignedIn,
  proposal: Proposal,
  thankedToday: ReadonlySet<UserId>,
  now: Date,
): Answer {
  const { id, invitationId, name, profileImage, amount, anonymous, dateBacked, dateInvited } = row;
  const isOwnRow = id === viewer.id;
  const seesMoney = seesAllBackers(viewer, proposal) || isOwnRow;
  const seesEmail = seesMoney || row.inviterId === viewer.id;
  const mayResend = row.inviterId === viewer.id && inviteRefusal(viewer, proposal, now) === null;
  return {
    id,
    invitationId,
    name,
    profileImage,
    amount,
    awaited: seesMoney ? row.awaited : null,
    forgiven: row.forgiven,
    isInstitution: row.isInstitution,
    anonymous,
    dateBacked,
    dateInvited,
    email: seesEmail ? row.email : null,
    kind: dateBacked === null ? 'invited_only' : dateInvited === null ? 'backed_only' : 'invited_and_backed',
    mayThank:
      id !== null &&
      !row.isInstitution &&
      !thankedToday.has(id) &&
      thanksRefusal(thanksKindOf(proposal), viewer, proposal) === null,
    resendAt: mayResend && dateInvited !== null ? resendAtOf(row, dateInvited) : null,
  };
}

function resendAtOf({ sends, isAccepted }: BackerRow, sentAt: Date): Date | null {
  return resendAt({ sentAt, sends, acceptedAt: isAccepted ? sentAt : null });
}

import { randomUUID } from 'node:crypto';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import { sharesBetween, shareHistory } from '@sathi/domain/sharing.ts';
import { confirmersOf, officeWithout } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import { pageUrl } from '../../delivery/links.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { type Movement, postJournals } from '../../ledger/ledger.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { listSharing } from '../pay-ins/sharing.repository.ts';
import { creditHolder, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { insertWriteOff, setWriteOffApproved, type WriteOffRow } from './write-offs.repository.ts';

type Teller = { readonly secret: AppSecret; readonly origin: string };
type OnLoan = Change & { readonly proposal: ProposalRow };

/** The first of two people: other staff are asked to confirm (R29.3, R34.3). */
export async function enterWriteOff({ tx, viewer, proposal, now }: OnLoan, teller: Teller, reason: string) {
  const id = await insertWriteOff(tx, { proposalId: proposal.id, reason, enteredBy: viewer.id, enteredAt: now });
  const deciders = officeWithout(await findOffice(tx, proposal.mfiId, now), [proposal.ownerId]);
  const confirmers = confirmersOf({ enteredBy: viewer.id }, deciders);
  const event = { ...(await aboutLoan({ tx, proposal }, teller)), mfiId: proposal.mfiId, confirmers };
  const facts = { what: 'write_off' };
  await tellWithin(tx, teller, 'to_confirm', { ...event, key: `to_confirm:write_off:${id}`, facts }, now);
  return { state: 'entered' as const };
}

/**
 * The rest of each claim is lost, and the cents of the rounding account are paid (R9.5, R22.9). The loan goes on: what is
 * recovered later is shared over what each lost.
 */
export async function confirmWriteOff(change: OnLoan & { readonly writeOff: WriteOffRow | null }, teller: Teller) {
  const { tx, viewer, proposal, now, attempt } = change;
  const { id: proposalId } = proposal;
  const { id: writeOffId } = found(change.writeOff);
  const amountCents = outstandingCents(proposal);
  const { weights, events } = await listSharing(tx, proposalId);
  const before = shareHistory(weights, events);
  const after = shareHistory(weights, [...events, { isWrittenOff: true }]);
  const mfiId = creditHolder(proposal);
  const movements = [
    ...sharesBetween(before, after).flatMap(({ backer, amountCents: freed }): Movement[] => [
      { from: { kind: 'rounding' }, to: { kind: 'wallet', userId: backer, mfiId }, amountCents: freed },
      { from: { kind: 'claim', userId: backer }, to: { kind: 'owed' }, amountCents: freed },
    ]),
    ...Array.from(
      after.claims,
      ([userId, claimed]): Movement => ({
        from: { kind: 'claim', userId },
        to: { kind: 'lost', userId },
        amountCents: claimed,
      }),
    ),
  ];
  await setWriteOffApproved(tx, writeOffId, { approvedBy: viewer.id, closedAt: now, amountCents });
  await setProposal(tx, proposalId, { writtenOffAt: now });
  await postJournals(tx, [
    {
      proposalId,
      kind: 'written_off',
      amountCents,
      actorId: viewer.id,
      idempotencyKey: attempt.key ?? randomUUID(),
      requestHash: attempt.requestHash,
      writeOffId,
      at: now,
      movements,
    },
  ]);
  const event = { ...(await aboutLoan(change, teller)), amountCents };
  await tellWithin(tx, teller, 'written_off', { ...event, key: `written_off:${proposalId}` }, now);
  return { state: 'approved' as const, lost: amountCents };
}

async function aboutLoan({ tx, proposal }: Pick<OnLoan, 'tx' | 'proposal'>, { origin }: Teller) {
  const { name: mfiName } = found(await findMfiById(tx, proposal.mfiId));
  const about = { proposalId: proposal.id, ownerId: proposal.ownerId, title: proposal.title, mfiName };
  return { ...about, url: pageUrl(origin, about) };
}

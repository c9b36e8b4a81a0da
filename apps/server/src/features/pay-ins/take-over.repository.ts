import type { ReceiptId, UserId } from '@sathi/domain/ids.ts';
import { type Cents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { sharesBetween, shareHistory } from '@sathi/domain/sharing.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Tx } from '../../db/db.ts';
import { type Movement, type NewJournal, postJournals } from '../../ledger/ledger.ts';
import { insertInvestments, reserveInvestments } from '../investments/investments.repository.ts';
import { creditHolder, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { endParts, listOpenBackings } from './parts.repository.ts';
import { listLoanBackings, listSharing } from './sharing.repository.ts';

export type Cause = Pick<NewJournal, 'actorId' | 'idempotencyKey' | 'requestHash' | 'at'>;
export type TakenOver = { readonly userId: UserId; readonly amountCents: Cents };

/**
 * The house becomes the backer of every unpaid part of a locked proposal that is not released, and pays for it; each backer
 * owes nothing more (R20.5). @returns the part of each backer
 */
export async function advanceUnpaid(tx: Tx, proposal: ProposalRow, cause: Cause): Promise<TakenOver[]> {
  const { id: proposalId } = proposal;
  const houseId = found(proposal.mfi.houseId);
  const unpaid = (await listOpenBackings(tx, { proposalId })).filter(({ unpaidCents }) => unpaidCents > 0);
  const parts = unpaid.map(({ investmentId, unpaidCents }) => ({ investmentId, amountCents: unpaidCents }));
  await endParts(tx, proposalId, parts, cause.at);
  const ids = await reserveInvestments(tx, parts.length);
  await insertInvestments(
    tx,
    proposalId,
    parts.map(({ amountCents }, index) => ({ ...ofHouse(houseId, cause.at), id: found(ids[index]), amountCents })),
  );
  await setProposal(tx, proposalId, { unpaidCents: ZERO_CENTS });
  await postJournals(
    tx,
    unpaid.map(({ userId, unpaidCents: amountCents }, index) => ({
      ...cause,
      idempotencyKey: `${cause.idempotencyKey}:${ids[index]}`,
      proposalId,
      kind: 'taken_over',
      amountCents,
      investmentId: found(ids[index]),
      movements: [
        { from: { kind: 'world', userId: houseId }, to: { kind: 'awaited' }, amountCents },
        claimMoves(userId, houseId, amountCents),
      ],
    })),
  );
  return unpaid.map(({ userId, unpaidCents }) => ({ userId, amountCents: unpaidCents }));
}

/**
 * The house takes a part of what a person is owed in a released, locked loan, and pays them for it (R20.8). The last backings of
 * the person shrink first; a cent that the new sharing frees is the house's (R22.9).
 */
export async function takeOverClaim(
  tx: Tx,
  proposal: ProposalRow,
  { userId, amountCents }: TakenOver,
  cause: Cause & { readonly receiptId: ReceiptId },
): Promise<void> {
  const { id: proposalId } = proposal;
  const mfiId = creditHolder(proposal);
  const houseId = found(proposal.mfi.houseId);
  const { weights, events } = await listSharing(tx, proposalId);
  const takenOver = { from: userId, to: houseId, amountCents };
  const shares = sharesBetween(shareHistory(weights, events), shareHistory(weights, [...events, { takenOver }]));
  await endParts(tx, proposalId, lastParts(await listLoanBackings(tx, proposalId, userId), amountCents), cause.at);
  const investmentId = found((await reserveInvestments(tx, 1))[0]);
  await insertInvestments(tx, proposalId, [{ ...ofHouse(houseId, cause.at), id: investmentId, amountCents }]);
  const freed = shares.flatMap((share): Movement[] => [
    { from: { kind: 'rounding' }, to: { kind: 'wallet', userId: share.backer, mfiId }, amountCents: share.amountCents },
    { from: { kind: 'claim', userId: share.backer }, to: { kind: 'owed' }, amountCents: share.amountCents },
  ]);
  await postJournals(tx, [
    {
      ...cause,
      idempotencyKey: `${cause.idempotencyKey}:${investmentId}`,
      proposalId,
      kind: 'taken_over',
      amountCents,
      investmentId,
      movements: [
        { from: { kind: 'world', userId: houseId }, to: { kind: 'wallet', userId, mfiId }, amountCents },
        claimMoves(userId, houseId, amountCents),
        ...freed,
      ],
    },
  ]);
}

function ofHouse(investorId: UserId, investedAt: Date) {
  return {
    investorId,
    fromCreditCents: ZERO_CENTS,
    unpaidCents: ZERO_CENTS,
    payBy: null,
    anonymous: false,
    investedAt,
  };
}

function claimMoves(from: UserId, to: UserId, amountCents: Cents): Movement {
  return { from: { kind: 'claim', userId: from }, to: { kind: 'claim', userId: to }, amountCents };
}

function lastParts<Backing extends { readonly amountCents: Cents }>(backings: readonly Backing[], amountCents: Cents) {
  let left: number = amountCents;
  return backings.toReversed().flatMap((backing) => {
    const part = Math.min(left, backing.amountCents);
    left -= part;
    return part > 0 ? [{ ...backing, amountCents: part as Cents }] : [];
  });
}

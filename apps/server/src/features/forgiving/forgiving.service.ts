import { randomUUID } from 'node:crypto';
import { unitOf } from '@sathi/domain/asked-local.ts';
import { type ForgivingFacts, forgivenInstalments } from '@sathi/domain/forgiving.ts';
import { addCents, type Cents } from '@sathi/domain/money.ts';
import type { ProposalStatus } from '@sathi/domain/proposals.ts';
import { outstandingCents } from '@sathi/domain/repayments.ts';
import { sharesBetween, shareHistory } from '@sathi/domain/sharing.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Tx } from '../../db/db.ts';
import { pageUrl } from '../../delivery/links.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { type Movement, postJournals } from '../../ledger/ledger.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { listHearers } from '../notifications/hearers.repository.ts';
import { tellWithin } from '../notifications/tell.ts';
import { listSharing } from '../pay-ins/sharing.repository.ts';
import { replaceInstalments } from '../plans/plans.repository.ts';
import { endHardshipOf } from '../hardships/hardships.repository.ts';
import { insertProposalEvent } from '../proposals/proposal-events.repository.ts';
import { creditHolder, type ProposalRow, setProposal } from '../proposals/proposals.repository.ts';
import { listInstalments } from '../repayments/instalments.repository.ts';
import { findCounted } from '../repayments/local-loans.repository.ts';
import { findUserBy } from '../users/users.repository.ts';
import { insertForgiving } from './forgiving.repository.ts';

type OnClaim = Change & { readonly proposal: ProposalRow; readonly facts: ForgivingFacts };
type Teller = { readonly secret: AppSecret; readonly origin: string };
type Forgiven = {
  readonly amount: Cents;
  readonly proposal: { readonly status: ProposalStatus; readonly outstandingAmount: Cents };
};

/**
 * A backer gives up all that the loan owes them (R30.1): the outstanding falls by it, the last instalments first, and the cents
 * that the new sharing frees are paid (R22.9). When nothing is owed any more the loan is over (T13).
 */
export async function forgiveClaim(change: OnClaim, teller: Teller, saysWho: boolean): Promise<Forgiven> {
  const { tx, viewer, proposal, facts, now } = change;
  const { id: proposalId } = proposal;
  const amountCents = facts.claimCents;
  const before = await cutPlan(tx, proposal, amountCents);
  const id = await insertForgiving(tx, {
    proposalId,
    userId: viewer.id,
    amountCents,
    saysWho,
    forgivenAt: now,
    before,
  });
  const movements = await forgivingMovements(change);
  const after = { ...proposal, forgivenCents: addCents(proposal.forgivenCents, amountCents) };
  const isOver = outstandingCents(after) === 0;
  await setProposal(tx, proposalId, { forgivenCents: after.forgivenCents, ...(isOver && { repaidAt: now }) });
  await postJournals(tx, [
    {
      proposalId,
      kind: 'forgiven',
      amountCents,
      actorId: viewer.id,
      idempotencyKey: change.attempt.key ?? randomUUID(),
      requestHash: change.attempt.requestHash,
      forgivingId: id,
      at: now,
      movements,
    },
  ]);
  if (isOver) {
    await insertProposalEvent(tx, { proposalId, kind: 'repaid', from: 'funded', to: 'repaid', actorId: null, at: now });
    await endHardshipOf(tx, proposalId, now);
  }
  await tellOwner(change, teller, { key: `forgiven:${id}`, saysWho });
  return {
    amount: amountCents,
    proposal: { status: isOver ? 'repaid' : 'funded', outstandingAmount: outstandingCents(after) },
  };
}

/** @returns the instalments in force until then */
async function cutPlan(tx: Tx, { id, mfiId, repaidCents, local }: ProposalRow, forgivenCents: Cents) {
  const current = await listInstalments(tx, id);
  const { approved: countedMinor } = await findCounted(tx, id);
  const units = found(await findMoneySettings(tx, mfiId));
  const terms = local && { rate: local.rate, unit: unitOf(local.currency, units) };
  const plan = { current, repaidCents, forgivenCents, local: terms && { terms, countedMinor } };
  await replaceInstalments(tx, id, forgivenInstalments(plan));
  return current;
}

async function forgivingMovements({ tx, viewer, proposal, facts }: OnClaim): Promise<Movement[]> {
  const { weights, events } = await listSharing(tx, proposal.id);
  const forgiven = { by: viewer.id, amountCents: facts.claimCents };
  const freed = sharesBetween(shareHistory(weights, events), shareHistory(weights, [...events, { forgiven }]));
  const mfiId = creditHolder(proposal);
  return [
    { from: { kind: 'claim', userId: viewer.id }, to: { kind: 'owed' }, amountCents: facts.claimCents },
    ...freed.flatMap(({ backer, amountCents }): Movement[] => [
      { from: { kind: 'rounding' }, to: { kind: 'wallet', userId: backer, mfiId }, amountCents },
      { from: { kind: 'claim', userId: backer }, to: { kind: 'owed' }, amountCents },
    ]),
  ];
}

/** The owner hears of it, and by whom it was only where the backer wants that (R30.2). */
async function tellOwner(
  { tx, viewer, proposal, facts, now }: OnClaim,
  teller: Teller,
  { key, saysWho }: { readonly key: string; readonly saysWho: boolean },
): Promise<void> {
  const { name: mfiName } = found(await findMfiById(tx, proposal.mfiId));
  const backer = saysWho ? await findUserBy(tx, { id: viewer.id }) : undefined;
  const backerName = backer === undefined ? '' : `${backer.firstName} ${backer.lastName}`.trim();
  const about = { proposalId: proposal.id, ownerId: proposal.ownerId, title: proposal.title, mfiName };
  const hearers = (await listHearers(tx, [proposal.ownerId])).map((owner) => ({
    ...owner,
    amountCents: facts.claimCents,
    ...(saysWho && { actorId: viewer.id }),
  }));
  const named = { backerName, isNamed: saysWho ? 'yes' : 'no' };
  await tellWithin(
    tx,
    teller,
    'forgiven',
    { ...about, key, url: pageUrl(teller.origin, about), hearers, facts: named },
    now,
  );
}

import * as contract from '@sathi/contract/withdrawals.ts';
import { isStaffOf, proposalRefusal } from '@sathi/domain/permissions.ts';
import { isVisible } from '@sathi/domain/proposals.ts';
import { provesPayouts, restRefusal } from '@sathi/domain/destinations.ts';
import { withdrawalRefusal } from '@sathi/domain/withdrawals.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { found, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { findPayoutStepUp } from '../mfis/money-settings.repository.ts';
import { findPayoutsRest } from '../phone-changes/phone-changes.repository.ts';
import { askedProposal, findProposal } from '../proposals/proposals.repository.ts';
import { isInBatch } from './batches.repository.ts';
import { destinationKeys } from './destinations.ts';
import { isPayoutStopped } from './payout-stops.repository.ts';
import { readingOf, withdrawalAnswer } from './withdrawal-answers.ts';
import { findSessionStart, hasOpenWithdrawal, listWithdrawals } from './withdrawals.repository.ts';
import { destinationOf, keptAccount } from './named-destination.ts';
import { askedStep, requestWithdrawal, sentHow, updateWithdrawal } from './withdrawals.service.ts';

export function withdrawalRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config, now, realNow } = outside;
  // The answers name the destination, so they are kept encrypted like it (R4.1).
  const sealKeys = destinationKeys(secret);

  command(app, outside, contract.requestWithdrawal, {
    sealKeys,
    on: async (asking) => {
      const { tx, viewer, asked } = asking;
      const { proposal } = await askedProposal(asking);
      const refusal = proposalRefusal('withdraw', viewer, proposal);
      if (refusal !== 'wrong_status' && refusal !== 'frozen') refuseIf(refusal);
      const { payoutAccountId } = asked;
      const kept = payoutAccountId === undefined ? null : await keptAccount(tx, viewer, payoutAccountId);
      const isChosen = await findPayoutStepUp(tx, proposal.mfiId);
      return { proposal, kept, rests: provesPayouts({ isProduction: config.isProduction, isChosen }) };
    },
    may: async ({ tx, viewer, proposal, now: at }) =>
      proposalRefusal('withdraw', viewer, proposal) ??
      ((await hasOpenWithdrawal(tx, proposal.id)) ? 'withdrawal_open' : null) ??
      ((await isPayoutStopped(tx, proposal.ownerId, at)) ? 'payouts_stopped' : null),
    stepUp: ({ rests }) => (rests ? 'everybody' : null),
    run: async ({ body, caller, ...change }) => {
      const named = destinationOf(change.kept, body, sealKeys);
      const openMs = realNow().getTime() - (await findSessionStart(change.tx, caller.sessionId)).getTime();
      const sessionSince = new Date(change.now.getTime() - openMs);
      const requested = await requestWithdrawal({ ...change, ...named, sealKeys, sessionSince });
      return withdrawalAnswer(
        requested,
        await readingOf(change.tx, change.viewer, requested.ownerId, { secret, ...change }),
      );
    },
  });

  mount(app, contract.listWithdrawals, async ({ query, viewer }) => {
    const proposal = found(await findProposal(db, query.proposalId));
    if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
    const isOwner = proposal.ownerId === viewer.id;
    if (!isOwner && !isStaffOf(viewer, proposal.mfiId)) throw new RefusalError('not_permitted');
    const rows = await listWithdrawals(db, query.proposalId);
    const reading = await readingOf(db, viewer, proposal.ownerId, { secret, now: now() });
    return pageOfAll(
      'withdrawals',
      rows.map((row) => withdrawalAnswer(row, reading)),
      query,
    );
  });

  command(app, outside, contract.updateWithdrawal, {
    sealKeys,
    on: askedStep,
    may: async ({ tx, viewer, proposal, withdrawal, asked, now: at }) => {
      const refusal = withdrawalRefusal(viewer, proposal, withdrawal.state, asked.state);
      if (refusal !== null) return refusal;
      if (withdrawal.state === 'requested' && (await isInBatch(tx, withdrawal.id))) return 'in_batch';
      if (asked.state !== 'sent') return null;
      if (await isPayoutStopped(tx, proposal.ownerId, at)) return 'payouts_stopped';
      return restRefusal(withdrawal.payableFrom, at) ?? restRefusal(await findPayoutsRest(tx, proposal.ownerId), at);
    },
    stepUp: ({ body }) => (body.state === 'sent' ? 'staff' : null),
    run: async (change) => {
      const { tx, viewer, now: at, proposal, body } = change;
      const how = body.state === 'sent' ? await sentHow(change, body) : {};
      const { state, reason, localAmount, reference = '' } = body;
      const step = { state, reason, localAmount, reference, ...how };
      const reading = await readingOf(tx, viewer, proposal.ownerId, { secret, now: at });
      return withdrawalAnswer(await updateWithdrawal({ ...change, body: step }), reading);
    },
  });
}

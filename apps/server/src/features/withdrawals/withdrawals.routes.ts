import * as contract from '@sathi/contract/withdrawals.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import { isVisible } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../http/call.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import { unseal } from '../../seal.ts';
import { deriveKey } from '../../secret.ts';
import { judgeProposal } from '../proposals/judge-proposal.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { listWithdrawals, type WithdrawalRow } from './withdrawals.repository.ts';
import { type Destination, requestWithdrawal, updateWithdrawal } from './withdrawals.service.ts';

export function withdrawalRoutes(app: FastifyInstance, { db, now, secret }: Outside): void {
  const sealKey = deriveKey(secret, 'withdrawals');
  const answer = (row: WithdrawalRow) => withdrawalAnswer(row, sealKey);

  mount(
    app,
    contract.requestWithdrawal,
    async ({ body, attempt, ...call }) => {
      const { proposalId, method, accountName, accountNumber, bankName, branch } = body;
      const destination = { accountName, accountNumber, bankName: bankName || null, branch: branch || null };
      const command = { viewer: signedIn(call), attempt, now: now(), proposalId, method, destination, sealKey };
      return answer(await requestWithdrawal(db, command));
    },
    { judge: judgeProposal(db, 'withdraw') },
  );

  mount(app, contract.listWithdrawals, async ({ query, ...call }) => {
    const viewer = signedIn(call);
    const proposal = found(await findProposal(db, query.proposalId));
    if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
    if (proposal.ownerId !== viewer.id && !isStaffOf(viewer, proposal.mfiId)) throw new RefusalError('not_permitted');
    return (await listWithdrawals(db, query.proposalId)).map(answer);
  });

  mount(app, contract.updateWithdrawal, async ({ query, body, attempt, ...call }) =>
    answer(
      await updateWithdrawal(db, {
        viewer: signedIn(call),
        attempt,
        now: now(),
        withdrawalId: query.id,
        step: body.state,
        reference: body.reference || null,
        reason: body.reason || null,
      }),
    ),
  );
}

/** The destination without its number, of which the last four characters are enough to recognise it (R4.1). */
function withdrawalAnswer(row: WithdrawalRow, sealKey: Buffer) {
  const { accountName, bankName, branch } = unseal(sealKey, row.sealedDestination) as Destination;
  const { id, proposalId, amountCents, state, method, reference, reason, requestedAt, sentAt } = row;
  return {
    id,
    proposalId,
    amount: amountCents,
    state,
    method,
    accountName,
    accountNumber: `••••${row.accountLast4}`,
    bankName,
    branch,
    reference,
    reason,
    requestedAt,
    sentAt,
    confirmedAt: state === 'confirmed' ? row.closedAt : null,
  };
}

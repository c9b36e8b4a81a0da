import * as contract from '@sathi/contract/withdrawals.ts';
import { isStaffOf, proposalRefusal } from '@sathi/domain/permissions.ts';
import type { WithdrawalId } from '@sathi/domain/ids.ts';
import { isVisible } from '@sathi/domain/proposals.ts';
import { WITHDRAWAL_STEPS, withdrawalRefusal, type WithdrawalStep } from '@sathi/domain/withdrawals.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../db/db.ts';
import { signedIn } from '../../http/call.ts';
import { type Attempt, ReplayedAnswer } from '../../http/idempotency.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError, refuseIf } from '../../refusal-error.ts';
import { seal, unseal } from '../../seal.ts';
import { deriveKey } from '../../secret.ts';
import { isReadableId, judgeProposalBy } from '../proposals/judge-proposal.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { findWithdrawal, hasOpenWithdrawal, listWithdrawals, type WithdrawalRow } from './withdrawals.repository.ts';
import { type Destination, requestWithdrawal, updateWithdrawal } from './withdrawals.service.ts';

export function withdrawalRoutes(app: FastifyInstance, { db, now, secret }: Outside): void {
  const sealKey = deriveKey(secret, 'withdrawals');
  const answer = (row: WithdrawalRow) => withdrawalAnswer(row, sealKey);
  const once = async (attempt: Attempt, work: (sealed: Attempt) => Promise<WithdrawalRow>) =>
    answer(await runSealed(attempt, sealKey, work, answer));

  mount(
    app,
    contract.requestWithdrawal,
    async ({ body, attempt, ...call }) => {
      const { proposalId, method, accountName, accountNumber, bankName, branch } = body;
      const destination = { accountName, accountNumber, bankName: bankName || null, branch: branch || null };
      const command = { viewer: signedIn(call), now: now(), proposalId, method, destination, sealKey };
      return once(attempt, (sealed) => requestWithdrawal(db, { ...command, attempt: sealed }));
    },
    {
      judge: judgeProposalBy(db, async (viewer, proposal) => {
        const refusal = proposalRefusal('withdraw', viewer, proposal);
        return refusal ?? ((await hasOpenWithdrawal(db, proposal.id)) ? 'withdrawal_open' : null);
      }),
    },
  );

  mount(app, contract.listWithdrawals, async ({ query, ...call }) => {
    const viewer = signedIn(call);
    const proposal = found(await findProposal(db, query.proposalId));
    if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
    if (proposal.ownerId !== viewer.id && !isStaffOf(viewer, proposal.mfiId)) throw new RefusalError('not_permitted');
    return pageOfAll('withdrawals', (await listWithdrawals(db, query.proposalId)).map(answer), query);
  });

  mount(
    app,
    contract.updateWithdrawal,
    async ({ query, body, attempt, ...call }) =>
      once(attempt, (sealed) =>
        updateWithdrawal(db, {
          viewer: signedIn(call),
          attempt: sealed,
          now: now(),
          withdrawalId: query.id,
          step: body.state,
          reference: body.reference || null,
          reason: body.reason || null,
        }),
      ),
    { judge: judgeStep(db) },
  );
}

/** The answer to a repeated request is kept too, and it names the destination: so it is kept encrypted like that (R4.1). */
async function runSealed(
  attempt: Attempt,
  sealKey: Buffer,
  work: (sealed: Attempt) => Promise<WithdrawalRow>,
  answer: (row: WithdrawalRow) => unknown,
): Promise<WithdrawalRow> {
  const encode = (row: unknown) => {
    const { status, response } = attempt.encode(answer(row as WithdrawalRow));
    return { status, response: seal(sealKey, response) };
  };
  try {
    return await work({ ...attempt, encode });
  } catch (error) {
    if (!(error instanceof ReplayedAnswer)) throw error;
    const { status, response } = error.answer;
    throw new ReplayedAnswer({ status, response: unseal(sealKey, String(response)) });
  }
}

/** Whoever may not move this withdrawal hears of that before they hear what is wrong with their values. */
function judgeStep(db: Db) {
  return async (request: FastifyRequest): Promise<void> => {
    const viewer = signedIn(request);
    const { id } = request.query as { id?: unknown };
    if (!isReadableId(id)) return;
    const withdrawal = found(await findWithdrawal(db, Number(id) as WithdrawalId));
    const proposal = found(await findProposal(db, withdrawal.proposalId));
    const step = (request.body as { state?: unknown } | undefined)?.state;
    if (isStep(step)) refuseIf(withdrawalRefusal(viewer, proposal, withdrawal.state, step));
    else if (proposal.ownerId !== viewer.id && !isStaffOf(viewer, proposal.mfiId)) throw new RefusalError('not_found');
  };
}

function isStep(step: unknown): step is WithdrawalStep {
  return typeof step === 'string' && Object.hasOwn(WITHDRAWAL_STEPS, step);
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

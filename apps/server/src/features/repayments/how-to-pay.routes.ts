import { findHowToPay, readRepaymentCode } from '@sathi/contract/repayments.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { nextLocal } from '@sathi/domain/local-plan.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import { proposalRefusal } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/db.ts';
import { found, RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { type AskedSum, channelAnswer, channelCode } from '../money-accounts/channel-answers.ts';
import { type Channel, listChannels } from '../money-accounts/channels.repository.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { nextOpenInstalment } from './instalments.repository.ts';
import { type GivenReminder, listGivenReminders } from './loan-reminders.repository.ts';
import { findPaidPlan } from './local-loans.repository.ts';
import { findLoanReference } from './payments.repository.ts';

/** The ways to make the next payment of a loan, for its owner and the staff; an institution without accounts names none. */
export function howToPayRoutes(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, findHowToPay, async ({ query: { proposalId }, viewer, language }) => {
    const { asked, channels } = await nextPayment(db, { proposalId, viewer, now: now() });
    const reminders = await listGivenReminders(db, proposalId);
    const { reference, amountCents: amountDue, payBy, local } = asked;
    return {
      reference,
      amountDue,
      local,
      payBy,
      reminders: reminders.map((reminder) => ({ at: reminder.toldAt, way: wayOf(reminder) })),
      channels: channels.map((channel) => {
        const qr = `/api/borrow/howToPay/qr?proposalId=${proposalId}&accountId=${channel.account.id}`;
        return channelAnswer(channel, asked, qr, language);
      }),
    };
  });

  mount(app, readRepaymentCode, async ({ query: { proposalId, accountId }, viewer }, reply) => {
    const { asked, channels } = await nextPayment(db, { proposalId, viewer, now: now() });
    const channel = found(channels.find(({ account }) => account.id === accountId));
    if (asked.amountCents === 0) throw new RefusalError('not_found');
    return channelCode(channel, asked, reply);
  });

  app.get<{ Params: { id: string } }>('/l/:id', (request, reply) => {
    const { id } = request.params;
    return reply.redirect(SHORT_LINK.test(id) ? `/App/proposal?id=${id}` : '/', 302);
  });
}

/** The page of a loan, for an SMS that has no room for more. */
const SHORT_LINK = /^[1-9][0-9]{0,14}$/;

/** The strongest of the ways that it took. */
function wayOf({ bySms, byMail }: GivenReminder): 'sms' | 'mail' | 'bell' {
  if (bySms) return 'sms';
  return byMail ? 'mail' : 'bell';
}

type Asking = { readonly proposalId: ProposalId; readonly viewer: SignedIn; readonly now: Date };

/** The sum of the next payment, and the accounts that take it; tills are opened by their officers. */
async function nextPayment(db: Db, { proposalId, viewer, now }: Asking) {
  const proposal = found(await findProposal(db, proposalId));
  refuseIf(proposalRefusal('repay', viewer, proposal));
  const reference = found(await findLoanReference(db, proposalId));
  const next = await nextOpenInstalment(db, proposal);
  const paidPlan = await findPaidPlan(db, proposal);
  const open = paidPlan && nextLocal(paidPlan.plan, paidPlan.counted.local);
  const local = paidPlan && open ? { amount: open, currency: paidPlan.currency } : null;
  const units = found(await findMoneySettings(db, proposal.mfiId));
  const sum = { amountCents: next?.openCents ?? ZERO_CENTS, payBy: next?.dueOn ?? null, local };
  const asked = { ...sum, reference, units } satisfies AskedSum;
  const today = calendarDateIn(proposal.mfi.timeZone, now);
  const channels: Channel[] = await listChannels(db, proposal.mfiId, today, paidPlan?.currency);
  return { asked, channels: channels.filter(({ account }) => account.kind !== 'till') };
}

import type { ProposalId } from '@sathi/domain/ids.ts';
import { runJobs } from './accounts.ts';
import { done, type Loan, useLoans } from './loans.ts';
import { keptPicture } from './pictures.ts';
import type { Person, World } from './world.ts';

export const WORDS = 'Forty school bags are sewn.';

/** Updates whose mail goes out, and what of it arrived. */
export function useUpdateMails(world: World) {
  const { newLoan } = useLoans(world);

  const send = (
    loan: Loan,
    body: object,
    { as = loan.owner, ...more }: { as?: Person; key?: string; headers?: Record<string, string> } = {},
  ) => world.call('POST', '/api/borrow/sendNewUpdateEmail', { as, body, ...more });

  const mailOf = async ({ id }: Person): Promise<string> =>
    (await world.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

  async function loanWithUpdate(
    wish: Parameters<typeof newLoan>[0] = { status: 4, backings: [60, 40] },
    words = WORDS,
  ) {
    const loan = await newLoan(wish);
    const body = { proposalId: loan.id, image: await keptPicture(world, loan.owner), description: words };
    const update = done(await world.call('POST', '/api/borrow/proposalImage', { as: loan.owner, body }));
    const mails = await Promise.all(loan.backers.map(mailOf));
    return { loan, updateId: update.id as string, mails };
  }

  async function invite(loan: Loan, address: string, days = 60): Promise<void> {
    const sent = {
      firstSentAt: world.now,
      sentAt: world.now,
      expiresAt: new Date(world.now.getTime() + days * 86_400_000),
    };
    await world.db
      .insertInto('invitations')
      .values({
        proposalId: Number(loan.id) as ProposalId,
        address,
        inviterId: loan.owner.id,
        tokenHash: `${loan.id}${address}`,
        ...sent,
      })
      .execute();
  }

  async function sentTo(address: string) {
    await runJobs(world);
    return world.sent.filter(({ to, subject }) => to === address && /^(News from|নতুন খবর|خبر جديد)/.test(subject));
  }

  return { send, mailOf, loanWithUpdate, invite, sentTo };
}

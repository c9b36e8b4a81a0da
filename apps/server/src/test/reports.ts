import { done, type Loan, people } from './loans.ts';
import type { Person, World } from './world.ts';

const WEEK_MS = 7 * 86_400_000;

type Reported = { readonly kind: string; readonly id?: string; readonly key?: string };

/** Reports of people at ROI, and what its staff decide about them (R14.4, R34.6). */
export function useReports(world: World) {
  const report = (
    loan: Pick<Loan, 'id'>,
    as: Person | null,
    reason = 'fraud',
    thing: Reported = { kind: 'proposal' },
  ) => world.call('POST', '/api/reports', { as, body: { ...thing, proposalId: loan.id, reason } });
  const queue = async (as: Person, mfiId = 3) =>
    done(await world.call('GET', `/api/mfi/reports?mfiId=${mfiId}`, { as })) as any[];
  const caseOf = async (loan: Loan) => (await queue(loan.officer)).find(({ proposalId }) => proposalId === loan.id);
  const decide = (loan: Pick<Loan, 'officer'>, id: string, state: string, as = loan.officer) =>
    world.call('PATCH', `/api/mfi/reports?mfiId=3&id=${id}`, { as, body: { state, reason: 'We have looked at it.' } });

  /** People whose phones were confirmed a week ago. */
  async function reporters(count: number): Promise<Person[]> {
    const found = await people(world, count);
    const phoneVerifiedAt = new Date(world.now.getTime() - WEEK_MS);
    for (const { subject } of found)
      await world.db.updateTable('identities').set({ phoneVerifiedAt }).where('subject', '=', subject).execute();
    return found;
  }

  /** Has three people report a loan, which hides it. @returns the three */
  async function hide(loan: Loan): Promise<Person[]> {
    const three = await reporters(3);
    for (const person of three) done(await report(loan, person));
    return three;
  }

  return {
    report,
    queue,
    caseOf,
    decide,
    reporters,
    reporter: async () => (await reporters(1))[0] as Person,
    hide,
    /** Has the officer of the loan hide it for good. @returns the id of the case */
    hideForGood: async (loan: Loan): Promise<string> => {
      await hide(loan);
      const { id } = await caseOf(loan);
      done(await decide(loan, id, 'hidden_for_good'));
      return id;
    },
    appeal: (as: Person, id: string) =>
      world.call('POST', '/api/reports/appeal', { as, body: { id, text: 'It is my own house.' } }),
    answer: (as: Person, id: string, state: string) =>
      world.call('PATCH', `/api/mfi/reports/appeal?mfiId=3&id=${id}`, {
        as,
        body: { state, reason: 'We looked again.' },
      }),
  };
}

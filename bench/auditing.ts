import { investBatch } from '../apps/server/src/features/investments/investments.service.ts';
import { listViolations } from '../apps/server/src/ledger/audit.ts';
import { keepSums, listFreshViolations } from '../apps/server/src/ledger/fresh-audit.ts';
import { addProposal } from './books.ts';
import { backingsOf, type Crowd } from './investing.ts';
import { type Claim, ratePerSecond } from './measure.ts';

const LOANS = 4_000;
const NEW_LOANS = 4;
const BACKINGS_EACH = 125;
const DAY_MS = 86_400_000;

/** The audit of a minute with 500 backings, after those before it, and of all of the books. */
export async function auditClaim(crowd: Crowd): Promise<Claim> {
  const { db } = crowd.books;
  const nextBacking = backingsOf(crowd);
  const now = new Date();
  const backLoans = async (count: number, at: Date): Promise<void> => {
    for (let loan = 0; loan < count; loan += 1) {
      const id = await addProposal(crowd.books, crowd.owner.id);
      const backings = Array.from({ length: BACKINGS_EACH }, nextBacking);
      const refused = (await investBatch(db, id, backings, () => at)).find((answer) => answer instanceof Error);
      if (refused) throw refused;
    }
  };
  await backLoans(LOANS, new Date(now.getTime() - DAY_MS));
  await db.transaction().execute((tx) => keepSums(tx, new Date(0), new Date(now.getTime() - 1000)));
  await backLoans(NEW_LOANS, now);
  return {
    title: `the audit of ${((LOANS + NEW_LOANS) * BACKINGS_EACH * 2).toLocaleString('en')} transfers, postgres`,
    unit: 'audits/s',
    above: {
      name: 'what is new',
      measure: (seconds) => ratePerSecond(1, seconds, () => listFreshViolations(db, new Date(now.getTime() - 1000))),
    },
    below: { name: 'all of it', measure: (seconds) => ratePerSecond(1, seconds, () => listViolations(db)) },
    required: 20,
    rounds: 3,
  };
}

import { investBatch } from '../apps/server/src/features/investments/investments.service.ts';
import { listViolations } from '../apps/server/src/ledger/audit.ts';
import { keepSums, listFreshViolations } from '../apps/server/src/ledger/fresh-audit.ts';
import { addProposal } from './books.ts';
import { backingsOf, type Crowd } from './investing.ts';
import { type Claim, ratePerSecond } from './measure.ts';

const LOANS = 4_000;
const NEW_LOANS = 4;
const BACKINGS_EACH = 125;
/** All of them of one loan. */
const BUSY_BACKINGS = 8_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The audit of a minute with 500 backings, after those before it, and of all of the books; and the audit since a minute of 8,000, whose
 * cost for each backing is at most three times as high: an audit that takes longer than its minute falls behind for good.
 */
export async function auditClaims(crowd: Crowd): Promise<readonly Claim[]> {
  const { db } = crowd.books;
  const nextBacking = backingsOf(crowd);
  const now = new Date();
  const backLoans = async (count: number, at: Date, batches = 1): Promise<void> => {
    for (let loan = 0; loan < count; loan += 1) {
      const id = await addProposal(crowd.books, crowd.owner.id);
      for (let batch = 0; batch < batches; batch += 1) {
        const backings = Array.from({ length: BACKINGS_EACH }, nextBacking);
        const refused = (await investBatch(db, id, backings, () => at)).find((answer) => answer instanceof Error);
        if (refused) throw refused;
      }
    }
  };
  await backLoans(LOANS, new Date(now.getTime() - DAY_MS));
  await db.transaction().execute((tx) => keepSums(tx, new Date(0), new Date(now.getTime() - 2 * HOUR_MS)));
  const busy = new Date(now.getTime() - HOUR_MS);
  await backLoans(1, busy, BUSY_BACKINGS / BACKINGS_EACH);
  await backLoans(NEW_LOANS, now);
  const since = (at: Date) => (seconds: number) =>
    ratePerSecond(1, seconds, () => listFreshViolations(db, new Date(at.getTime() - 1000)));
  const transfers = (LOANS + NEW_LOANS) * BACKINGS_EACH * 2;
  const perNew = NEW_LOANS * BACKINGS_EACH;
  const perBusy = BUSY_BACKINGS + perNew;
  return [
    {
      title: `the audit of ${transfers.toLocaleString('en')} transfers, postgres`,
      unit: 'audits/s',
      above: { name: 'what is new', measure: since(now) },
      below: { name: 'all of it', measure: (seconds) => ratePerSecond(1, seconds, () => listViolations(db)) },
      required: 20,
      rounds: 3,
    },
    {
      title: `the audit of ${perBusy.toLocaleString('en')} new backings and of ${perNew}, postgres`,
      unit: 'backings/s',
      above: { name: 'after a busy minute', measure: async (seconds) => perBusy * (await since(busy)(seconds)) },
      below: { name: 'after a quiet one', measure: async (seconds) => perNew * (await since(now)(seconds)) },
      required: 0.33,
      rounds: 3,
    },
  ];
}

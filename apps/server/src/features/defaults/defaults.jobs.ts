import { defaultsByItselfAt } from '@sathi/domain/defaults.ts';
import { DAY_MS } from '@sathi/domain/durations.ts';
import { ENTRY_DAYS } from '@sathi/domain/staff.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { pageUrl } from '../../delivery/links.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { tellWithin } from '../notifications/tell.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import { declareDefault, doubtfulBefore, isDue, tellOfDefault, type Teller } from './defaults.service.ts';
import {
  type DoubtfulLoan,
  endDefault,
  findLoanDefault,
  insertDefault,
  listDoubtfulLoans,
} from './defaults.repository.ts';
import { endWriteOffs } from './write-offs.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** Asks staff about loans in doubt; a loan about which nobody answers is in default by itself (R29.1). */
export function defaultJobs(outside: Port): Partial<Jobs> {
  return { schedules: [{ name: 'defaults', everyMinutes: 60, work: () => lookForDefaults(outside) }] };
}

export async function lookForDefaults({ db, now, secret, config }: Port): Promise<void> {
  const at = now();
  const teller = { secret, origin: publicOrigin(config) };
  await endWriteOffs(db, new Date(at.getTime() - ENTRY_DAYS * DAY_MS), at);
  const dueBefore = doubtfulBefore(at);
  const loans = (await listDoubtfulLoans(db, dueBefore)).filter((loan) => loan.isAsked || isDue(loan, at));
  await doOneByOne(loans, ({ proposalId }) =>
    transaction(db, async (tx) => {
      await lockProposal(tx, proposalId);
      const [loan] = await listDoubtfulLoans(tx, dueBefore, proposalId);
      return loan !== undefined && look(tx, teller, loan, at);
    }),
  );
}

/**
 * Takes the next step for a loan whose lock the caller holds.
 * @returns whether something was done
 */
async function look(tx: Tx, teller: Teller, loan: DoubtfulLoan, at: Date): Promise<boolean> {
  const { proposalId } = loan;
  const asking = await findLoanDefault(tx, proposalId);
  if (!isDue(loan, at)) {
    if (asking !== undefined) await endDefault(tx, asking.id, at);
    return asking !== undefined;
  }
  if (asking === undefined) {
    const id = await insertDefault(tx, proposalId, at);
    const about = { proposalId, ownerId: loan.ownerId, title: loan.title, mfiName: loan.mfiName };
    const event = { ...about, key: `default_asked:${id}`, url: pageUrl(teller.origin, about) };
    await tellWithin(tx, teller, 'default_asked', event, at);
    return true;
  }
  if (at < defaultsByItselfAt(asking)) return false;
  await declareDefault({ tx, now: at, proposalId, asking }, { cause: 'unknown', reason: null, decidedBy: null });
  await tellOfDefault(tx, teller, loan, at);
  return true;
}

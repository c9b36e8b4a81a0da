import { DAY_MS } from '@sathi/domain/durations.ts';
import { ENTRY_DAYS } from '@sathi/domain/staff.ts';
import { timesAsked, unsentTooLongBefore } from '@sathi/domain/release-undoings.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageUrl } from '../../delivery/links.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { tell } from '../notifications/tell.ts';
import { endUndoings, listUnsentLoans } from './release-undoings.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** Staff are asked about money that was released and never sent, and entries end that nobody confirms (R31.4, R34.3). */
export function releaseUndoingJobs(outside: Port): Partial<Jobs> {
  return { schedules: [{ name: 'unsent releases', everyMinutes: 60, work: () => askAboutUnsent(outside) }] };
}

export async function askAboutUnsent(outside: Port): Promise<void> {
  const { db, now, config } = outside;
  const at = now();
  await endUndoings(db, new Date(at.getTime() - ENTRY_DAYS * DAY_MS), at);
  const loans = await listUnsentLoans(db, unsentTooLongBefore(at));
  await doOneByOne(loans, async ({ fundedAt, ...about }) => {
    const key = `release_unsent:${about.proposalId}:${fundedAt.toISOString()}:${timesAsked(fundedAt, at)}`;
    await tell(outside, 'release_unsent', { ...about, key, url: pageUrl(publicOrigin(config), about) });
    return true;
  });
}

import { DAY_MS } from '@sathi/domain/durations.ts';
import { HARDSHIP_OPEN_DAYS } from '@sathi/domain/hardships.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { transaction } from '../../db/transaction.ts';
import { pageUrl } from '../../delivery/links.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { tellWithin } from '../notifications/tell.ts';
import { endHardship, endHardshipsOfClosedLoans, listUnanswered } from './hardships.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** Requests that nobody answered for 30 days end, and owner and staff are told (R28.1). */
export function hardshipJobs(outside: Port): Partial<Jobs> {
  return { schedules: [{ name: 'hardships', everyMinutes: 60, work: () => endUnanswered(outside) }] };
}

export async function endUnanswered({ db, now, secret, config }: Port): Promise<void> {
  const origin = publicOrigin(config);
  const askedBefore = new Date(now().getTime() - HARDSHIP_OPEN_DAYS * DAY_MS);
  await endHardshipsOfClosedLoans(db, now());
  await doOneByOne(await listUnanswered(db, askedBefore), ({ id, ...about }) =>
    transaction(db, async (tx) => {
      if (!(await endHardship(tx, id, now()))) return false;
      const told = { ...about, key: `hardship_ended:${id}`, url: pageUrl(origin, about) };
      await tellWithin(tx, { secret, origin }, 'hardship_ended', told, now());
      return true;
    }),
  );
}

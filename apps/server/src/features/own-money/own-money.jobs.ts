import { daytimeIn } from '@sathi/domain/calendar-date.ts';
import { isOldDebt } from '@sathi/domain/own-money.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { found } from '../../errors/refusal-error.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { tell } from '../notifications/tell.ts';
import { listDebts } from './debts.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

/** Staff hear once, by day, of credit that has been below zero for so long that it may be taken over (R20.11). */
export function ownMoneyJobs(outside: Port): Partial<Jobs> {
  return { schedules: [{ name: 'old debts', everyMinutes: 60, work: () => tellOldDebts(outside) }] };
}

export async function tellOldDebts(outside: Port): Promise<void> {
  const { db, now, config } = outside;
  const at = now();
  const old = (await listDebts(db, {})).filter(({ since }) => isOldDebt(since, at));
  await doOneByOne(old, async ({ mfiId, userId, amountCents, since }) => {
    const { name: mfiName, timeZone } = found(await findMfiSettings(db, mfiId));
    if (daytimeIn(timeZone, at) > at) return false;
    const key = `debt_old:${mfiId}:${userId}:${since.toISOString()}`;
    const url = `${publicOrigin(config)}/App/MFIMoney/${encodeURIComponent(mfiName)}`;
    await tell(outside, 'debt_old', { key, mfiId, mfiName, amountCents, url, facts: { mfiName } });
    return true;
  });
}

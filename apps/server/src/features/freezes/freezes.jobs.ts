import { publicOrigin } from '../../config/public-origin.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { remindOfFreezes } from './freezes.service.ts';

/** Managers hear each month of what is still stopped (R34.7). */
export function freezeJobs(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config'>): Partial<Jobs> {
  const { db, now, secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };
  return { schedules: [{ name: 'freezes', everyMinutes: 60, work: () => remindOfFreezes(db, teller, now()) }] };
}

import { openPlansSince } from '@sathi/domain/plans.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { endOpenPlans } from './plans.repository.ts';

type Port = Pick<Outside, 'db' | 'now'>;

/** New plans that nobody brought into force end, and the old ones stay (R28.2). */
export function planJobs(outside: Port): Partial<Jobs> {
  return { schedules: [{ name: 'plans', everyMinutes: 60, work: () => endPlans(outside) }] };
}

export async function endPlans({ db, now }: Port): Promise<void> {
  const at = now();
  await endOpenPlans(db, openPlansSince(at), at);
}

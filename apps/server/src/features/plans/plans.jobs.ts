import { PLAN_OPEN_DAYS } from '@sathi/domain/plans.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { endOpenPlans } from './plans.repository.ts';

const DAY_MS = 86_400_000;

/** New plans that nobody brought into force end, and the old ones stay (R28.2). */
export function planJobs({ db, now }: Pick<Outside, 'db' | 'now'>): Partial<Jobs> {
  const end = () => endOpenPlans(db, new Date(now().getTime() - PLAN_OPEN_DAYS * DAY_MS), now());
  return { schedules: [{ name: 'plans', everyMinutes: 60, work: end }] };
}

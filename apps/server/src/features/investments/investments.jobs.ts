import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { relendCredit } from './relend.ts';

/** Credit is lent again by rule, from nine in the morning at the place of each institution (R25.8). */
export function investmentJobs(outside: Pick<Outside, 'db' | 'now'>): Partial<Jobs> {
  return { schedules: [{ name: 'lending again', everyMinutes: 10, work: () => relendCredit(outside) }] };
}

import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { tellOfDays } from './day-news.ts';

export function statementJobs(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config'>): Partial<Jobs> {
  return { schedules: [{ name: 'days of accounts', everyMinutes: 60, work: () => tellOfDays(outside) }] };
}

import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { tellOfDays } from './day-news.ts';
import { bookRest, SURE_LINES_JOB } from './sure-lines.ts';

export function statementJobs(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config'>): Jobs {
  return {
    handlers: { [SURE_LINES_JOB]: bookRest(outside) },
    schedules: [{ name: 'days of accounts', everyMinutes: 60, work: () => tellOfDays(outside) }],
  };
}

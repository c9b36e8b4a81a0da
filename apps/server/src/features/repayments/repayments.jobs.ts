import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { remindBorrowers } from './loan-reminders.ts';

/** Words to borrowers before and after their due days (R27.1). */
export function repaymentJobs(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config'>): Jobs {
  return {
    handlers: {},
    schedules: [{ name: 'loan reminders', everyMinutes: 10, work: () => remindBorrowers(outside) }],
  };
}

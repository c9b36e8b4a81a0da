import { publicOrigin } from '../../config/public-origin.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { remindOfReports } from './reports.service.ts';

/** Managers hear of reports and appeals that have waited for three days (R34.6). */
export function reportJobs(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config'>): Partial<Jobs> {
  const { db, now, secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };
  return { schedules: [{ name: 'reports', everyMinutes: 60, work: () => remindOfReports(db, teller, now()) }] };
}

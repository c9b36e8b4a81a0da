import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { applyDuePhoneChanges } from './phone-changes.service.ts';

/** Confirmed changes come into force a day later (R33.4). */
export function phoneChangeJobs(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config'>): Partial<Jobs> {
  const work = async () => void (await applyDuePhoneChanges(outside.db, outside, outside.now()));
  return { schedules: [{ name: 'phone changes', everyMinutes: 10, work }] };
}

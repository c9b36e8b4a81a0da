import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { lapseBackings } from './lapse.service.ts';
import { tellPayInNews } from './pay-in-news.ts';
import { NEWS_JOB } from './pay-in-news.repository.ts';
import { remindOfPayIns } from './reminders.ts';

/** Backings whose money did not come in time (R20.3), and the news of paying in. */
export function payInJobs(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config'>): Jobs {
  const { db, now } = outside;
  return {
    handlers: { [NEWS_JOB]: tellPayInNews(outside) },
    schedules: [
      { name: 'lapse', everyMinutes: 10, work: () => lapseBackings(db, now) },
      { name: 'pay-in reminders', everyMinutes: 2, work: () => remindOfPayIns(outside) },
    ],
  };
}

import { publicOrigin } from '../../config/public-origin.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { tellOfSavedSearches } from './saved-searches.service.ts';

/** Looks each hour whether a week has ended that somebody has not heard of. */
export function savedSearchJobs(outside: Outside): Partial<Jobs> {
  return {
    schedules: [
      {
        name: 'saved searches',
        everyMinutes: 60,
        work: () => tellOfSavedSearches({ ...outside, origin: publicOrigin(outside.config) }),
      },
    ],
  };
}

import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { foldFigures } from './fold-figures.repository.ts';

/** Keeps the figures of institutions few. */
export function mfiJobs({ db }: Pick<Outside, 'db'>): Partial<Jobs> {
  return { schedules: [{ name: 'institution figures', everyMinutes: 1, work: () => foldFigures(db) }] };
}

import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { countFigures } from './loan-figures.service.ts';

/** Counts each day in the night after, and those that were missed. */
export function loanFigureJobs(outside: Pick<Outside, 'db' | 'now'>): Partial<Jobs> {
  const work = async (): Promise<void> => {
    while ((await countFigures(outside)) > 0);
  };
  return { schedules: [{ name: 'loan figures', everyMinutes: 30, work }] };
}

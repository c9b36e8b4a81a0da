// Prints how often each kind of page was opened in the last 30 days: npm run analytics
import { DAY_MS } from '@sathi/domain/durations.ts';
import { readConfig } from '../config/config.ts';
import { listRouteCounts, type RouteCount } from '../features/analytics/analytics.repository.ts';
import { runProgram } from '../errors/startup-error.ts';
import { openForCommand } from './open-for-command.ts';

const DAYS = 30;

await runProgram(async () => {
  const database = await openForCommand(readConfig(process.env));
  try {
    const since = new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    print(await listRouteCounts(database.db, since), since);
  } finally {
    await database.close();
  }
});

function print(counts: readonly RouteCount[], since: string): void {
  console.log(`Page views since ${since}, UTC`);
  if (counts.length === 0) console.log('none');
  for (const { count, language, route } of counts) console.log(`${String(count).padStart(9)}  ${language}  ${route}`);
}

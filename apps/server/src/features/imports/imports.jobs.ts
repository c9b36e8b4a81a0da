import { daytimeIn } from '@sathi/domain/calendar-date.ts';
import { HOUR_MS } from '@sathi/domain/durations.ts';
import { IMPORT_TOLD_AFTER_HOURS } from '@sathi/domain/imports.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import { transaction } from '../../db/transaction.ts';
import { enqueueDeliveries } from '../../delivery/deliveries.ts';
import { offersUrl } from '../../delivery/links.ts';
import { importSms } from '../../delivery/mail.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { listLinesToTell, listUntoldImports, setImportTold } from './imports.repository.ts';

type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

export function importJobs(outside: Port): Partial<Jobs> {
  return { schedules: [{ name: 'imports', everyMinutes: 10, work: () => tellOfImports(outside) }] };
}

/**
 * Tells the people of an import by SMS, once, by day at the place of the institution, and not before the time to undo it is over
 * (R31.5). The words are the same for who has an account and who has none.
 */
export async function tellOfImports({ db, now, secret, config }: Port): Promise<void> {
  const untold = await listUntoldImports(db, new Date(now().getTime() - IMPORT_TOLD_AFTER_HOURS * HOUR_MS));
  const byDay = untold.filter(({ timeZone }) => daytimeIn(timeZone, now()) <= now());
  await doOneByOne(byDay, ({ id, mfiId, mfiName, timeZone }) =>
    transaction(db, async (tx) => {
      if (!(await setImportTold(tx, id, now()))) return false;
      const url = offersUrl(publicOrigin(config), mfiId);
      const deliveries = (await listLinesToTell(tx, id)).map((line) => ({
        dedupeKey: `import:${line.id}`,
        purpose: 'import' as const,
        byDay: { timeZone },
        delivery: { channel: 'sms' as const, to: line.phone, ...importSms(line.language, { mfiName, url }) },
      }));
      await enqueueDeliveries(tx, secret, deliveries, now());
      return true;
    }),
  );
}

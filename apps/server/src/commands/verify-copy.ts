import type { AppSecret } from '../config/secret.ts';
import { toDatabase } from '../db/db.ts';
import { openInMemory, PATIENT_TIMEOUT_MS } from '../db/embedded/embedded-database.ts';
import { migrate } from '../db/migrate.ts';
import { verifyAuditLog } from '../features/audit-log/audit-chain.repository.ts';
import { findNewestRoot, verifyLedgerDays } from '../features/audit-log/ledger-days.repository.ts';
import { listViolations } from '../ledger/audit.ts';

export type Verdict = {
  /** One line for each thing that is not as it should be. */
  readonly wrong: readonly string[];
  /** The newest signed day of the ledger in the copy; undefined before the first. */
  readonly newest: { readonly day: string; readonly root: string } | undefined;
};

/**
 * Starts a copy of the embedded database in memory and asks it all that the running product is asked: whether the books agree
 * (R18.4), whether each row of the audit logs stands as it was chained, and whether each day of the ledger gives the root that
 * was signed (R34.5).
 */
export async function verifyCopy(dump: Uint8Array, secret: AppSecret, now: Date): Promise<Verdict> {
  const database = toDatabase(await openInMemory({ dump, statementTimeoutMs: PATIENT_TIMEOUT_MS }));
  const { db } = database;
  try {
    await migrate(db);
    const [violations, rows, days] = [
      await listViolations(db),
      await verifyAuditLog(db),
      await verifyLedgerDays(db, secret, now),
    ];
    return {
      wrong: [
        ...violations.map(({ violation, detail }) => `The books: ${violation}, ${detail}.`),
        ...rows
          .filter(({ problem }) => problem !== 'unchained')
          .map(({ mfiId, logId, problem }) => `The audit log of MFI ${mfiId}, row ${logId}: ${problem}.`),
        ...days
          .filter(({ problem }) => problem !== 'unsigned')
          .map(({ day, problem }) => `The ledger of ${day}: ${problem}.`),
      ],
      newest: await findNewestRoot(db),
    };
  } finally {
    await database.close();
  }
}

import type { AppSecret } from '../config/secret.ts';
import { type Db, toDatabase } from '../db/db.ts';
import { openInMemory, PATIENT_TIMEOUT_MS } from '../db/embedded/embedded-database.ts';
import { migrate } from '../db/migrate.ts';
import { verifyAuditLog } from '../features/audit-log/audit-chain.repository.ts';
import { findNewestRoot, verifyLedgerDays } from '../features/audit-log/ledger-days.repository.ts';
import { auditWhole } from '../ledger/audit.ts';
import { copiedBytes } from './own-files.ts';

export type Verdict = {
  /** One line for each thing that is not as it should be. */
  readonly wrong: readonly string[];
  /** The newest signed day of the ledger in the copy; undefined before the first. */
  readonly newest: { readonly day: string; readonly root: string } | undefined;
};

/** Starts a copy of the embedded database in memory and verifies it. */
export async function verifyCopy(dump: Uint8Array, secret: AppSecret, now: Date): Promise<Verdict> {
  const database = toDatabase(await openInMemory({ dump, statementTimeoutMs: PATIENT_TIMEOUT_MS }));
  try {
    await migrate(database.db);
    return await verifyDatabase(database.db, secret, now);
  } finally {
    await database.close();
  }
}

/**
 * Asks a copy that was started all that the running product is asked, and changes nothing: whether the books agree (R18.4),
 * whether each row of the audit logs stands as it was chained, and whether each day of the ledger gives the root that was
 * signed (R34.5).
 */
export async function verifyDatabase(db: Db, secret: AppSecret, now: Date): Promise<Verdict> {
  const [violations, rows, days] = [
    await auditWhole(db),
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
}

/**
 * Whether the copies of the pictures are those that the database tells of: one line for each that is not there with all its
 * bytes. @param folder of the copies, `BACKUP_DIR/files`
 */
export async function verifyPictures(db: Db, folder: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { key, sizeBytes } of await db.selectFrom('files').select(['key', 'sizeBytes']).orderBy('key').execute()) {
    const bytes = await copiedBytes(folder, key);
    if (bytes === 0) wrong.push(`The picture ${key}: no copy.`);
    else if (bytes !== sizeBytes) wrong.push(`The picture ${key}: ${bytes} bytes of ${sizeBytes}.`);
  }
  return wrong;
}

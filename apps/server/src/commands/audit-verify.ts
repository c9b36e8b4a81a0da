// Audits all of the books, checks the audit log of each institution, row by row and hash by hash, and each signed day of the
// ledger, and names what is not as it was: npm run audit:verify
import { readConfig } from '../config/config.ts';
import { readAppSecret } from '../config/secret.ts';
import { runProgram } from '../errors/startup-error.ts';
import { verifyAuditLog } from '../features/audit-log/audit-chain.repository.ts';
import { findNewestAnchor, verifyLedgerDays } from '../features/audit-log/ledger-days.repository.ts';
import { auditWhole } from '../ledger/audit.ts';
import { openForCommand, refuseMissingSecret } from './open-for-command.ts';

const WORDS = {
  changed: 'is not as it was chained, or the row before it in the line is not',
  removed: 'was chained and is gone',
  gap: 'does not follow the row before it: links are missing between them',
  unchained: 'is not chained yet',
} as const;
const DAY_WORDS = {
  changed: 'is not as it was signed, or the day before it is not',
  forged: 'was not signed by this product',
  'unknown key': 'was signed with a secret that the ring does not hold',
  unsigned: 'is not signed yet',
} as const;

await runProgram(async () => {
  const config = readConfig(process.env);
  refuseMissingSecret(config);
  const database = await openForCommand(config);
  try {
    const violations = await auditWhole(database.db);
    for (const { violation, proposalId, detail } of violations)
      console.log(`The books${proposalId === null ? '' : ` of proposal ${proposalId}`}: ${violation}, ${detail}.`);
    const findings = await verifyAuditLog(database.db);
    for (const { mfiId, logId, problem } of findings) console.log(`MFI ${mfiId}, row ${logId} ${WORDS[problem]}.`);
    const days = await verifyLedgerDays(database.db, readAppSecret(config), new Date());
    for (const { day, problem } of days) console.log(`The ledger of ${day} ${DAY_WORDS[problem]}.`);
    const newest = await findNewestAnchor(database.db);
    if (newest)
      console.log(`On the chain: ${newest.ref}, root ${newest.root}, deploy ${newest.deployHash ?? 'waits'}.`);
    const wrong = [...findings, ...days].filter(({ problem }) => problem !== 'unchained' && problem !== 'unsigned');
    const count = wrong.length + violations.length;
    console.log(
      count === 0 ? 'The books agree, every chained row and signed day stands as it was.' : `${count} wrong.`,
    );
    if (count > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});

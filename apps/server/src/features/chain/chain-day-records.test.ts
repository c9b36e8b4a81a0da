import { expect, test } from 'vitest';
import { useChainWorld } from '../../test/chain-world.ts';
import { useLoans } from '../../test/loans.ts';
import { chainAuditLog } from '../audit-log/audit-chain.repository.ts';
import { findNewestAnchor, signLedgerDays } from '../audit-log/ledger-days.repository.ts';
import { addMfi } from '../mfis/add-mfi.ts';

const world = useChainWorld();
const { newLoan } = useLoans(world);

const DAY_MS = 24 * 3_600_000;
/** Hashes that one record holds at most. */
const LOGS_OF_RECORD = 10;

async function addInstitution(name: string): Promise<void> {
  const office = { website: 'https://office.example', phone: '+97715550199', email: `office@${name}.example` };
  await addMfi(world.db, { name, ...office, country: 'NP', timeZone: 'Asia/Kathmandu' }, world.now);
}

/** The newest hash of each institution's log, by the name that it has on the chain. */
async function newestHashes(): Promise<Record<string, string>> {
  const links = await world.db.selectFrom('auditLinks').select(['mfiId', 'hash']).orderBy('position').execute();
  return Object.fromEntries(links.map(({ mfiId, hash }) => [`auditLog${mfiId}`, hash]));
}

test('the logs of more institutions than one deploy holds are all on the chain with the root (R34.5)', async () => {
  await world.setUp();
  await newLoan({ status: 5 });
  for (let number = 1; number <= 2 * LOGS_OF_RECORD; number += 1) await addInstitution(`OFFICE${number}`);
  await chainAuditLog(world.db);
  world.now = new Date(world.now.getTime() + DAY_MS);
  await signLedgerDays(world.db, world.outside.secret, world.now);
  await world.settleChain();
  const anchor = await findNewestAnchor(world.db);
  const { plan } = await world.db
    .selectFrom('chainOperations')
    .select('plan')
    .where('proposalRef', '=', anchor?.ref ?? '')
    .executeTakeFirstOrThrow();
  const steps = plan as any[];
  expect(steps.map(({ ref }) => ref)).toEqual([anchor?.ref, `${anchor?.ref}-2`, `${anchor?.ref}-3`]);
  expect(steps.map(({ record }) => record.root)).toEqual([anchor?.root, undefined, undefined]);
  expect(Object.assign({}, ...steps.map(({ record }) => record))).toMatchObject(await newestHashes());
  const deploys = await world.db
    .selectFrom('chainDeploys as d')
    .innerJoin('chainOperations as o', 'o.id', 'd.operationId')
    .select(['d.hash', 'd.status'])
    .where('o.proposalRef', '=', anchor?.ref ?? '')
    .orderBy('d.step')
    .execute();
  expect(deploys.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect(anchor?.deployHash).toBe(deploys[0]?.hash);
});

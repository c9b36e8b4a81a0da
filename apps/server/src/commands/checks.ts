import { DEFAULT_MFI_ID } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { type AppSecret, secretId } from '../config/secret.ts';
import type { Db } from '../db/db.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { STATUS } from '../db/proposal-status.ts';
import { leadsThroughPooler } from '../db/postgres/postgres-database.ts';
import { StartupError } from '../errors/startup-error.ts';
import { startupSentence } from '../errors/startup-sentence.ts';
import type { ChainPort } from '../outside/chain-port.ts';
import { createSmtpMail } from '../outside/mail-smtp.ts';
import type { FileStore, Outside } from '../outside/outside.ts';
import { findSmsFault, findStorageFault } from '../outside/reachable.ts';
import { findProxyFault } from '../http/proxy-check.ts';

/** Signatures of requests and lines of the log follow this machine's clock, tokens and leases the database's. */
const APART_MAX_MS = 2_000;

export type Checked = {
  readonly config: Config;
  readonly db: Db;
  readonly files: FileStore;
  readonly chain: ChainPort | null;
  /** Null where none is set and none was made yet. */
  readonly secret: AppSecret | null;
};
/** Bad: it has to be put right. Note: it works, and an operator wants to know. */
export type Finding = { readonly state: 'ok' | 'note' | 'bad'; readonly words: string };
export type Check = {
  readonly name: string;
  /** Whether it takes less than a second and asks no other machine but the database, so that each start runs it. */
  readonly isQuick?: (config: Config) => boolean;
  readonly run: (checked: Checked) => Promise<Finding>;
};

const ok = (words: string): Finding => ({ state: 'ok', words });
const note = (words: string): Finding => ({ state: 'note', words });
const bad = (words: string): Finding => ({ state: 'bad', words });

export const CHECKS: readonly Check[] = [
  {
    name: 'database',
    isQuick: () => true,
    run: async ({ db, config }) => {
      const fault = await findWriteFault(db);
      const where = config.databaseUrl === null ? 'the embedded one' : 'the one at DATABASE_URL';
      return fault === null ? ok(`${where} can be read and written`) : bad(fault);
    },
  },
  {
    name: 'pooler',
    isQuick: isBehindPooler,
    run: async ({ db, config }) => {
      if (!isBehindPooler(config)) return ok('none');
      if (config.databaseDirectUrl === null) return note('no DATABASE_DIRECT_URL leads past it');
      const has = await hasLimits(db);
      return has ? ok('the role limits its statements') : note('the role has no limits: operation/patroni/limits.sql');
    },
  },
  {
    name: 'migrations',
    run: async ({ db }) => {
      const pending = await pendingMigrations(db);
      return pending.length === 0 ? ok('all are there') : note(`the next start applies ${pending.join(', ')}`);
    },
  },
  {
    name: 'secret',
    isQuick: () => true,
    run: async ({ db, secret }) => {
      if (secret === null) return note('none yet: the next start makes the file DATA_DIR/secret');
      // A table may not be there yet, at the first start.
      if ((await pendingMigrations(db)).length > 0) return ok('looked at when all migrations are there');
      const ids = secret.map(secretId);
      const shut = (await listNewestSeals(db)).filter(({ id }) => !ids.includes(id)).map(({ table }) => table);
      if (shut.length === 0) return ok('the newest sealed values open');
      return note(
        `${shut.join(', ')} sealed with a secret that the ring does not hold: put it back at the end, docs/runbook.md, section 3`,
      );
    },
  },
  {
    name: 'staff',
    run: async ({ db }) => {
      const names = await listUnmanaged(db);
      const words = names.map((name) => `no manager at ${name}: npm run staff:add -- --mfi ${name}`);
      return words.length === 0 ? ok('every institution that people come to has a manager') : note(words.join('; '));
    },
  },
  {
    name: 'clock',
    isQuick: () => true,
    run: async ({ db }) => {
      const { rows } = await sql<{ ms: unknown }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(
        db,
      );
      const apartMs = Math.abs(Date.now() - Number(rows[0]?.ms));
      const words = `this machine and the database are ${(apartMs / 1000).toFixed(1)} s apart`;
      return apartMs > APART_MAX_MS ? note(`${words}: set both by NTP`) : ok(words);
    },
  },
  {
    name: 'pictures',
    isQuick: ({ storage }) => storage === null,
    run: async ({ files, config }) => {
      const fault = await findStorageFault(files);
      const where =
        config.storage === null ? `the folder ${config.dataDir}/files` : `the bucket ${config.storage.bucket}`;
      return fault === null ? ok(`${where} keeps and gives back`) : bad(`${where}: ${fault}`);
    },
  },
  {
    name: 'mail',
    run: async ({ config }) => {
      if (config.mail === null) return note('no SMTP_URL: mails stay in the database');
      const { verify, close } = createSmtpMail(config.mail);
      const fault = await verify().finally(close);
      return fault === null ? ok('the server takes mails') : bad(fault);
    },
  },
  {
    name: 'SMS',
    run: async ({ config }) => {
      if (config.sms === null) return note('no SMS_PROVIDER: SMS stay in the database');
      const fault = await findSmsFault(config.sms);
      return fault === null ? ok(`${config.sms.provider} answers`) : bad(`${config.sms.provider}: ${fault}`);
    },
  },
  {
    name: 'chain',
    run: async ({ config, chain }) => {
      if (!config.chain.isOn) return note('CHAIN is off: what is to be done there waits');
      if (config.chain.node === null || chain === null) return note('the embedded one, which the server runs');
      try {
        const { height } = await chain.newest();
        return ok(`${config.chain.name} is at block ${height}`);
      } catch (error) {
        return bad(`${config.chain.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  },
  {
    name: 'proxy',
    run: async ({ config }) => {
      if (config.signs.length === 0) return ok('none: this machine alone');
      if (config.publicUrl?.startsWith('http:') && config.environment === 'production') {
        return bad('PUBLIC_URL is http in production: the cookie is not Secure, and anybody on the way reads along');
      }
      const fault = await findProxyFault(config);
      return fault === null ? ok('PUBLIC_URL leads here, and visitors keep their addresses') : fault;
    },
  },
];

function isBehindPooler({ databaseUrl }: Config): boolean {
  return databaseUrl !== null && leadsThroughPooler(databaseUrl);
}

/** Whether the role itself limits statements: behind a pooler a process cannot. */
async function hasLimits(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_db_role_setting, unnest(setconfig) as setting
    where setrole = current_user::regrole and setting ~ '^statement_timeout=[1-9]'`.execute(db);
  return rows.length > 0;
}

/**
 * The id of the secret that sealed the newest value of each table whose values people wait for. Values of the releases that knew
 * one secret only name none.
 */
async function listNewestSeals(db: Db): Promise<{ readonly table: string; readonly id: string }[]> {
  const { rows } = await sql<{ table: string; id: string }>`
    (select 'second_factors' as "table", split_part(sealed_secret, '.', 1) as id from second_factors
      where sealed_secret like '%.%' order by second_factors.id desc limit 1)
    union all (select 'payout_accounts', split_part(sealed_destination, '.', 1) from payout_accounts
      where sealed_destination like '%.%' order by payout_accounts.id desc limit 1)
    union all (select 'withdrawals', split_part(sealed_destination, '.', 1) from withdrawals
      where sealed_destination like '%.%' order by withdrawals.id desc limit 1)`.execute(db);
  return rows;
}

/** The institutions without a manager that people come to: the default, and each with a proposal that is open or waits for its staff. */
async function listUnmanaged(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name from mfis m
    where not exists (select from mfi_staff s where s.mfi_id = m.id and s.role = 'manager') and (
      m.id = ${DEFAULT_MFI_ID} or exists (
        select from proposals p where p.mfi_id = m.id and p.deleted_at is null
          and p.status between ${STATUS.published} and ${STATUS.backed}
      )
    ) order by m.id`.execute(db);
  return rows.map(({ name }) => name);
}

/** Creates a table and takes it back: needs the right, the room, and a database that is not read-only. */
async function findWriteFault(db: Db): Promise<string | null> {
  const undone = new Error('undone');
  try {
    await db.transaction().execute(async (tx) => {
      await sql`create table doctor_was_here (at timestamptz)`.execute(tx);
      throw undone;
    });
    return null;
  } catch (error) {
    if (error === undone) return null;
    return (
      startupSentence(error) ??
      `The database cannot be written: ${error instanceof Error ? error.message : String(error)}.`
    );
  }
}

/**
 * Runs the checks that take no time, before a start. A note is logged.
 * @throws StartupError for what has to be put right
 */
export async function runQuickChecks(checked: Checked, log: Outside['log']): Promise<void> {
  for (const { name, run } of CHECKS.filter(({ isQuick }) => isQuick?.(checked.config))) {
    const { state, words } = await run(checked);
    if (state === 'bad') throw new StartupError(`The start needs ${name}: ${words}`);
    if (state === 'note') log.warn({ check: name }, words);
  }
}

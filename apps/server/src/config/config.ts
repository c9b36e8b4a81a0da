import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { BUDGET_RULES, BUDGET_VARIABLES, type BudgetConfig, readBudgets } from './budgets.ts';
import { CHAIN_RULES, CHAIN_VARIABLES, type ChainConfig, missingChainVariable, readChain } from './chain.ts';
import {
  METRICS_RULES,
  METRICS_VARIABLES,
  type MetricsConfig,
  missingMetricsVariable,
  readMetrics,
} from './metrics.ts';
import { dangerIn, type ProductionConfig, readProduction, SEEDS } from './production.ts';
import { missingPushVariable, PUSH_RULES, PUSH_VARIABLES, type PushConfig, readPush } from './push.ts';
import { missingTransport, readTransports, TRANSPORT_RULES, type TransportConfig, TRANSPORTS } from './transports.ts';
import { readTracing, TRACING_RULES, TRACING_VARIABLES, type TracingConfig } from './tracing.ts';
import { areSecrets, splitSecrets } from './secret-list.ts';
import { StartupError } from '../errors/startup-error.ts';

const POSTGRES_RULE =
  'must be an address that starts with postgres:// or postgresql://, with user and password percent-encoded (%2F for /)';

/**
 * The form a variable must have, for the sentence about a wrong value. The value itself is never repeated: it may be a
 * secret.
 */
const RULES = {
  NODE_ENV: "must be 'development', 'test' or 'production'",
  PORT: 'must be a whole number from 0 to 65535',
  HOST: 'must be a host name or an IP address without spaces',
  DATA_DIR: 'must be the path of a folder',
  BACKUP_DIR: 'must be the path of a folder outside DATA_DIR',
  DATABASE_URL: POSTGRES_RULE,
  DATABASE_DIRECT_URL: `${POSTGRES_RULE}, and stand beside DATABASE_URL`,
  DATABASE_REPLICA_URL: `${POSTGRES_RULE}, and stand beside DATABASE_URL`,
  SEED: "must be 'demo', 'money', 'none' or 'demo-for-others'",
  RATE_LIMITS: "must be 'on' or 'off'",
  REQUIRE_SECOND_FACTOR: "must be 'on' or 'off'",
  PUBLIC_URL: 'must be an http or https origin without a path, such as https://sathi.example',
  TRUST_PROXY:
    'must be addresses or networks separated by commas, such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
  APP_SECRET: 'must be secrets of at least 32 characters each, separated by commas, the newest first',
  ONE_MACHINE: "must be 'yes' or 'no'",
  CLOCK_FILE: 'must be the path of a file',
  LAME_DUCK_SECONDS: 'must be a whole number from 0 to 300',
  LOG_LEVEL: "must be 'fatal', 'error', 'warn', 'info', 'debug', 'trace' or 'silent'",
  ...TRANSPORT_RULES,
  ...BUDGET_RULES,
  ...CHAIN_RULES,
  ...PUSH_RULES,
  ...METRICS_RULES,
  ...TRACING_RULES,
} as const;

/**
 * The default with a sign of production: time for a proxy that asks every two seconds and believes the second answer.
 */
const LAME_DUCK_SECONDS = 5;

/**
 * A sign of an address ends its host, so a password with `/`, `?` or `#` is cut off there: what follows is no address, or holds
 * the `@` that came after the password.
 */
const PostgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/[^/?#]*([/?#][^@]*)?$/)
  .refine((text) => URL.canParse(text));

const Origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`)
  .transform((text) => new URL(text).origin);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const bitsMax = isIP(address) === 6 ? 128 : 32;
  const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax);
  return NAMED_NETWORKS.includes(text) || (isIP(address) !== 0 && isWhole && rest.length === 0);
}

const Networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork));

function isInside(folder: string, other: string): boolean {
  return `${path.resolve(folder)}${path.sep}`.startsWith(`${path.resolve(other)}${path.sep}`);
}

const Environment = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    PORT: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port <= 65_535)
      .default(3000),
    HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
    DATA_DIR: z
      .string()
      .regex(/^[^\0]+$/)
      .default('./data'),
    BACKUP_DIR: z
      .string()
      .regex(/^[^\0]+$/)
      .optional(),
    DATABASE_URL: PostgresUrl.optional(),
    DATABASE_DIRECT_URL: PostgresUrl.optional(),
    DATABASE_REPLICA_URL: PostgresUrl.optional(),
    SEED: z.enum(SEEDS).optional(),
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    REQUIRE_SECOND_FACTOR: z.enum(['on', 'off']).optional(),
    PUBLIC_URL: Origin.optional(),
    TRUST_PROXY: Networks.optional(),
    APP_SECRET: z.string().transform(splitSecrets).refine(areSecrets).optional(),
    ONE_MACHINE: z.enum(['yes', 'no']).optional(),
    CLOCK_FILE: z
      .string()
      .regex(/^[^\0]+$/)
      .optional(),
    LAME_DUCK_SECONDS: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((seconds) => seconds <= 300)
      .optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    ...TRANSPORTS,
    ...BUDGET_VARIABLES,
    ...CHAIN_VARIABLES,
    ...PUSH_VARIABLES,
    ...METRICS_VARIABLES,
    ...TRACING_VARIABLES,
  })
  .superRefine((environment, context) => {
    const missing =
      missingTransport(environment) ??
      missingChainVariable(environment) ??
      missingPushVariable(environment) ??
      missingMetricsVariable(environment);
    if (missing !== null) context.addIssue({ code: 'custom', path: [missing] });
    const alone = (['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const).find((name) => environment[name]);
    if (alone !== undefined && environment.DATABASE_URL === undefined) {
      context.addIssue({ code: 'custom', path: [alone] });
    }
    const { BACKUP_DIR: backups, DATA_DIR: data } = environment;
    if (backups !== undefined && isInside(backups, data)) context.addIssue({ code: 'custom', path: ['BACKUP_DIR'] });
  });

/** The environment as the program reads it; `null` means "not set". */
export type Config = TransportConfig &
  BudgetConfig &
  ChainConfig &
  PushConfig &
  MetricsConfig &
  TracingConfig &
  ProductionConfig & {
    readonly environment: 'development' | 'test' | 'production';
    readonly port: number;
    readonly host: string;
    readonly dataDir: string;
    /** The folder that the embedded database and its files are copied to; null: none. */
    readonly backupDir: string | null;
    /** PostgreSQL; null means the database embedded in `dataDir`. */
    readonly databaseUrl: string | null;
    /** The way to PostgreSQL that does not pass through a transaction pooler: LISTEN and migrations need one. */
    readonly databaseDirectUrl: string | null;
    /** Streaming replicas, read for answers that are kept for a moment; null: all is read from `databaseUrl`. */
    readonly databaseReplicaUrl: string | null;
    readonly rateLimits: boolean;
    /** Whether staff need a second factor (R34.1); always in production. */
    readonly requireSecondFactor: boolean;
    /** The origin that links in mails and SMS start with. */
    readonly publicUrl: string | null;
    /** The addresses of the proxies whose `X-Forwarded-For` names the client; null trusts none. */
    readonly trustProxy: readonly string[] | null;
    /** Newest first. */
    readonly appSecret: readonly string[] | null;
    /** The file that says how many seconds the rules' clock is ahead of the real one; null: none. */
    readonly clockFile: string | null;
    /** How long the process answers on after SIGTERM, so that proxies see that it leaves. */
    readonly lameDuckSeconds: number;
    readonly logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
  };

/** One sentence that names the variable to correct. */
export class ConfigError extends StartupError {
  override readonly name = 'ConfigError';
}

/** An empty variable counts as not set, because compose files make one of an unset variable. @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new ConfigError(`The environment variable ${name} ${RULES[name as keyof typeof RULES] ?? 'is not valid'}.`);
  }
  const values = parsed.data;
  const danger = dangerIn(values);
  if (danger !== null) throw new ConfigError(danger);
  return {
    environment: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    backupDir: values.BACKUP_DIR ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL ?? null,
    rateLimits: values.RATE_LIMITS === 'on',
    requireSecondFactor:
      (values.REQUIRE_SECOND_FACTOR ?? (readProduction(values).isProduction ? 'on' : 'off')) === 'on',
    publicUrl: values.PUBLIC_URL ?? null,
    trustProxy: values.TRUST_PROXY ?? null,
    appSecret: values.APP_SECRET ?? null,
    clockFile: values.CLOCK_FILE ?? null,
    lameDuckSeconds: values.LAME_DUCK_SECONDS ?? (readProduction(values).signs.length > 0 ? LAME_DUCK_SECONDS : 0),
    logLevel: values.LOG_LEVEL,
    ...readProduction(values),
    ...readTransports(values),
    ...readBudgets(values),
    ...readChain(values),
    ...readPush(values),
    ...readMetrics(values),
    ...readTracing(values),
  };
}

import { isIP } from 'node:net';
import { z } from 'zod';
import { CHAIN_RULES, CHAIN_VARIABLES, type ChainConfig, missingChainVariable, readChain } from './config-chain.ts';
import {
  missingTransport,
  readTransports,
  TRANSPORT_RULES,
  type TransportConfig,
  TRANSPORTS,
} from './config-transports.ts';
import { StartupError } from './startup-error.ts';

/** What a variable must be, for the sentence that a wrong value earns. The value itself is never repeated: it may be a secret. */
const RULES = {
  NODE_ENV: "must be 'development', 'test' or 'production'",
  PORT: 'must be a whole number from 0 to 65535',
  HOST: 'must be a host name or an IP address without spaces',
  DATA_DIR: 'must be the path of a folder',
  DATABASE_URL: 'must start with postgres:// or postgresql://',
  DATABASE_DIRECT_URL: 'must start with postgres:// or postgresql://',
  SEED: "must be 'demo' or 'none'",
  RATE_LIMITS: "must be 'on' or 'off', and 'on' in production",
  PUBLIC_URL: 'must be an http or https origin without a path, such as https://sathi.example',
  TRUST_PROXY:
    'must be addresses or networks separated by commas, such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
  APP_SECRET: 'must have at least 32 characters, and must be set in production together with DATABASE_URL',
  LOG_LEVEL: "must be 'fatal', 'error', 'warn', 'info', 'debug', 'trace' or 'silent'",
  ...TRANSPORT_RULES,
  ...CHAIN_RULES,
} as const;

const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//);

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
    DATABASE_URL: PostgresUrl.optional(),
    DATABASE_DIRECT_URL: PostgresUrl.optional(),
    SEED: z.enum(['demo', 'none']).default('demo'),
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    PUBLIC_URL: Origin.optional(),
    TRUST_PROXY: Networks.optional(),
    APP_SECRET: z.string().min(32).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    ...TRANSPORTS,
    ...CHAIN_VARIABLES,
  })
  .superRefine((environment, context) => {
    const missing = missingTransport(environment) ?? missingChainVariable(environment);
    if (missing !== null) context.addIssue({ code: 'custom', path: [missing] });
  })
  .refine((environment) => environment.NODE_ENV !== 'production' || environment.RATE_LIMITS === 'on', {
    path: ['RATE_LIMITS'],
  })
  // Several processes behind one address must share the secret, and a file is only shared on one machine.
  .refine(
    (environment) => environment.NODE_ENV !== 'production' || !environment.DATABASE_URL || environment.APP_SECRET,
    { path: ['APP_SECRET'] },
  );

/** The environment as the program reads it; `null` means "not set". */
export type Config = TransportConfig &
  ChainConfig & {
    readonly environment: 'development' | 'test' | 'production';
    readonly port: number;
    readonly host: string;
    readonly dataDir: string;
    /** PostgreSQL; null means the database embedded in `dataDir`. */
    readonly databaseUrl: string | null;
    /** The way to PostgreSQL that does not pass through a transaction pooler: LISTEN and migrations need one. */
    readonly databaseDirectUrl: string | null;
    readonly seed: 'demo' | 'none';
    readonly rateLimits: boolean;
    /** The origin that links in messages start with. */
    readonly publicUrl: string | null;
    /** Where the proxies are whose `X-Forwarded-For` names the client; null means that nobody's does. */
    readonly trustProxy: readonly string[] | null;
    readonly appSecret: string | null;
    readonly logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
  };

/** One sentence that names the variable to correct. */
export class ConfigError extends StartupError {
  override readonly name = 'ConfigError';
}

/** An empty variable counts as not set, because that is what an unset one becomes in a compose file. @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new ConfigError(`The environment variable ${name} ${RULES[name as keyof typeof RULES] ?? 'is not valid'}.`);
  }
  const values = parsed.data;
  return {
    environment: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    seed: values.SEED,
    rateLimits: values.RATE_LIMITS === 'on',
    publicUrl: values.PUBLIC_URL ?? null,
    trustProxy: values.TRUST_PROXY ?? null,
    appSecret: values.APP_SECRET ?? null,
    logLevel: values.LOG_LEVEL,
    ...readTransports(values),
    ...readChain(values),
  };
}

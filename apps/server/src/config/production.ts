import { isIP } from 'node:net';

/** The variables that the dangers are judged by, as they were read; absent ones are undefined. */
type Values = {
  readonly NODE_ENV: string;
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly TRUST_PROXY?: unknown;
  readonly SEED?: Seed | undefined;
  readonly RATE_LIMITS: string;
  readonly REQUIRE_SECOND_FACTOR?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly APP_SECRET?: readonly string[] | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly ONE_MACHINE?: string | undefined;
  readonly CHAIN?: string | undefined;
  readonly CASPER_NODE_URL?: string | undefined;
  readonly S3_BUCKET?: string | undefined;
  readonly CLOCK_FILE?: string | undefined;
};

export const SEEDS = ['demo', 'money', 'none', 'demo-for-others'] as const;
export type Seed = (typeof SEEDS)[number];

/** The password of all people of the demo. It is in the documentation, so it opens nothing where others come in. */
export const SEED_PASSWORD = 'demo-password';

export type ProductionConfig = {
  /** The settings that say that people from elsewhere come in, as words for a sentence. */
  readonly signs: readonly string[];
  /** Whether there is a sign, and not only a demo that others on a trusted network may look at. */
  readonly isProduction: boolean;
  readonly seed: Seed;
};

/** The signs of production. `DATABASE_URL` alone is none: developers have databases too. */
function signsOf({ NODE_ENV, HOST, PUBLIC_URL, TRUST_PROXY }: Values): string[] {
  return [
    ...(NODE_ENV === 'production' ? ['NODE_ENV=production'] : []),
    ...(PUBLIC_URL?.startsWith('https:') ? ['https in PUBLIC_URL'] : []),
    ...(TRUST_PROXY === undefined ? [] : ['TRUST_PROXY']),
    ...(isLoopbackName(HOST) ? [] : [`HOST ${HOST}`]),
  ];
}

/** Whether only this machine can reach what listens there. */
export function isLoopbackName(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

export function readProduction(values: Values): ProductionConfig {
  const signs = signsOf(values);
  const seed = values.SEED ?? (signs.length > 0 ? 'none' : 'demo');
  return { signs, isProduction: signs.length > 0 && seed !== 'demo-for-others', seed };
}

/** Whether other machines can share the database and `ONE_MACHINE` does not say that none does. */
function isOnSeveral({ DATABASE_URL, ONE_MACHINE }: Values): boolean {
  return DATABASE_URL !== undefined && ONE_MACHINE !== 'yes';
}

type Danger = {
  readonly variable: string;
  readonly isThere: (values: Values, production: ProductionConfig) => boolean;
  readonly must: (signs: string) => string;
};

/** Combinations that each once let strangers in. The sentence names the variable to correct and what it must be. */
const DANGERS: readonly Danger[] = [
  {
    variable: 'SEED',
    isThere: ({ NODE_ENV, SEED }) => NODE_ENV === 'production' && SEED === 'demo-for-others',
    must: () => "be 'none' with NODE_ENV=production: the password of the demo people is public",
  },
  {
    variable: 'SEED',
    isThere: ({ SEED }, { signs }) => signs.length > 0 && (SEED === 'demo' || SEED === 'money'),
    must: (signs) =>
      `be 'none' with a sign of production (${signs}): the password of the demo people is public; on a network you trust 'demo-for-others' allows them`,
  },
  {
    variable: 'PUBLIC_URL',
    isThere: ({ PUBLIC_URL }, { signs }) => signs.length > 0 && PUBLIC_URL === undefined,
    must: (signs) => `be set with a sign of production (${signs}): links in mails begin with it`,
  },
  {
    variable: 'CLOCK_FILE',
    isThere: ({ CLOCK_FILE }, { signs }) => signs.length > 0 && CLOCK_FILE !== undefined,
    must: (signs) => `not be set with a sign of production (${signs})`,
  },
  {
    variable: 'RATE_LIMITS',
    isThere: ({ RATE_LIMITS }, { isProduction }) => isProduction && RATE_LIMITS === 'off',
    must: (signs) => `be 'on' in production (${signs})`,
  },
  {
    variable: 'REQUIRE_SECOND_FACTOR',
    isThere: ({ REQUIRE_SECOND_FACTOR }, { isProduction }) => isProduction && REQUIRE_SECOND_FACTOR === 'off',
    must: (signs) => `be 'on' in production (${signs}): staff decide over other people's money`,
  },
  {
    // Several processes behind one address must share the secret, and a file is only shared on one machine.
    variable: 'APP_SECRET',
    isThere: ({ DATABASE_URL, APP_SECRET }, { isProduction }) =>
      isProduction && DATABASE_URL !== undefined && APP_SECRET === undefined,
    must: (signs) => `be set in production (${signs}) together with DATABASE_URL: all processes share it`,
  },
  {
    variable: 'CASPER_NODE_URL',
    isThere: (values, { isProduction }) =>
      isProduction && isOnSeveral(values) && values.CHAIN !== 'off' && values.CASPER_NODE_URL === undefined,
    must: (signs) =>
      `be set in production (${signs}) together with DATABASE_URL, or CHAIN be 'off': each machine would run a chain of its own; ONE_MACHINE=yes says that there is one only`,
  },
  {
    variable: 'S3_BUCKET',
    isThere: (values, { isProduction }) => isProduction && isOnSeveral(values) && values.S3_BUCKET === undefined,
    must: (signs) =>
      `be set in production (${signs}) together with DATABASE_URL: each machine would keep pictures of its own; ONE_MACHINE=yes says that there is one only`,
  },
  {
    variable: 'MAIL_FROM',
    isThere: ({ SMTP_URL, MAIL_FROM }, { isProduction }) =>
      isProduction && SMTP_URL !== undefined && MAIL_FROM === undefined,
    must: (signs) => `be set in production (${signs}) together with SMTP_URL`,
  },
];

/** The first dangerous combination as a sentence; null when there is none. */
export function dangerIn(values: Values): string | null {
  const production = readProduction(values);
  const danger = DANGERS.find(({ isThere }) => isThere(values, production));
  if (danger === undefined) return null;
  return `The environment variable ${danger.variable} must ${danger.must(production.signs.join(', '))}.`;
}

import { z } from 'zod';
import { areSecrets, splitSecrets } from './secret-list.ts';

export type NodeSettings = {
  /** The address of its JSON-RPC. */
  readonly url: string;
  readonly ownerKeyFile: string;
  /** `<explorerUrl>/deploy/<hash>` shows a deploy; null without an explorer. */
  readonly explorerUrl: string | null;
};

export type ChainConfig = {
  readonly chain: {
    /** Off: no part of the chain is started, and its operations wait. */
    readonly isOn: boolean;
    readonly name: string;
    /** Null for the chain embedded in `DATA_DIR`. */
    readonly node: NodeSettings | null;
    /** The secrets that seal the keys of people, newest first; none for the application's secret. */
    readonly keySecrets: readonly string[];
  };
};

export const CHAIN_RULES = {
  CHAIN: "must be 'on' or 'off'",
  CASPER_NODE_URL:
    'must be an http or https address, and must be set when CASPER_OWNER_KEY_FILE or CASPER_EXPLORER_URL is',
  CASPER_CHAIN_NAME: 'must be a name of at most 64 characters without spaces, and must be set with CASPER_NODE_URL',
  CASPER_EXPLORER_URL: 'must be an http or https address',
  CASPER_OWNER_KEY_FILE: 'must be the path of a file, and must be set with CASPER_NODE_URL',
  CHAIN_KEY_SECRET: 'must be secrets of at least 32 characters each, separated by commas, the newest first',
} as const;

const HttpAddress = z.url({ protocol: /^https?$/ });

export const CHAIN_VARIABLES = {
  CHAIN: z.enum(['on', 'off']).default('on'),
  CASPER_NODE_URL: HttpAddress.optional(),
  CASPER_CHAIN_NAME: z
    .string()
    .regex(/^\S{1,64}$/)
    .optional(),
  CASPER_EXPLORER_URL: HttpAddress.transform((url) => url.replace(/\/+$/, '')).optional(),
  CASPER_OWNER_KEY_FILE: z
    .string()
    .regex(/^[^\0]+$/)
    .optional(),
  CHAIN_KEY_SECRET: z.string().transform(splitSecrets).refine(areSecrets).optional(),
};

type Values = { readonly [Name in keyof typeof CHAIN_VARIABLES]?: z.infer<(typeof CHAIN_VARIABLES)[Name]> };

const EMBEDDED_CHAIN_NAME = 'casper-sathi';

/** A variable that misses another, or null. */
export function missingChainVariable(values: Values): keyof Values | null {
  if (values.CASPER_NODE_URL === undefined) {
    return values.CASPER_OWNER_KEY_FILE === undefined && values.CASPER_EXPLORER_URL === undefined
      ? null
      : 'CASPER_NODE_URL';
  }
  const needed = ['CASPER_CHAIN_NAME', 'CASPER_OWNER_KEY_FILE'] as const;
  return needed.find((name) => values[name] === undefined) ?? null;
}

/** `values` have passed {@link missingChainVariable}. */
export function readChain(values: Values): ChainConfig {
  const { CASPER_NODE_URL: url, CASPER_OWNER_KEY_FILE: ownerKeyFile = '', CASPER_EXPLORER_URL } = values;
  return {
    chain: {
      isOn: values.CHAIN !== 'off',
      name: values.CASPER_CHAIN_NAME ?? EMBEDDED_CHAIN_NAME,
      node: url === undefined ? null : { url, ownerKeyFile, explorerUrl: CASPER_EXPLORER_URL ?? null },
      keySecrets: values.CHAIN_KEY_SECRET ?? [],
    },
  };
}

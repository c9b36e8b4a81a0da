import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { GenesisAccount } from './chain/chain.ts';
import { accountKeyOf } from './codec/keys.ts';
import type { DevnetOptions } from './devnet.ts';
import { genesisKey } from './genesis-key.ts';

export const USAGE = `casper-devnet [options]

  --port <number>           where JSON-RPC answers on 127.0.0.1 (7777; 0 takes a free one)
  --data-dir <folder>       where the chain is kept (casper-devnet)
  --chain-name <name>       casper-dev
  --genesis <key>=<motes>   an account of the first block; may be repeated. Without it a key is made in the folder.
  --block-time <ms>         how often a block is made when deploys wait (1000)
  --help`;

const KEY_FILE = 'genesis-key.pem';
const GENESIS_MOTES = 10n ** 18n;

export type Command = { readonly port: number; readonly devnet: DevnetOptions };

/** The command line is wrong; the message says how. */
export class UsageError extends Error {}

/**
 * Reads the command line. Without an account it makes the folder and a key in it.
 * @returns null when help is asked for
 * @throws UsageError
 */
export function readCommandLine(args: readonly string[]): Command | null {
  const values = parse(args);
  if (values.help) return null;
  const dataDir = path.resolve(values['data-dir'] ?? 'casper-devnet');
  const genesis = (values.genesis ?? []).map(genesisAccount);
  const devnet: DevnetOptions = {
    dataDir,
    chainName: values['chain-name'] ?? 'casper-dev',
    genesis: genesis.length > 0 ? genesis : [ownAccount(dataDir)],
    blockTimeMs: whole('block-time', values['block-time'] ?? '1000', 1, 3_600_000),
  };
  return { port: whole('port', values.port ?? '7777', 0, 65_535), devnet };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    port: text,
    'data-dir': text,
    'chain-name': text,
    genesis: { ...text, multiple: true },
    'block-time': text,
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`--${name} has to be a number from ${min} to ${max}`);
  return value;
}

function genesisAccount(text: string): GenesisAccount {
  const [, publicKeyHex = '', motes = ''] = /^([0-9a-f]+)=(\d{1,40})$/.exec(text) ?? [];
  try {
    accountKeyOf(publicKeyHex);
  } catch {
    throw new UsageError('--genesis has to be a public key, an equals sign and motes, as 01ab…=1000000000');
  }
  return { publicKeyHex, motes: BigInt(motes) };
}

function ownAccount(dataDir: string): GenesisAccount {
  fs.mkdirSync(dataDir, { recursive: true });
  return { publicKeyHex: genesisKey(path.join(dataDir, KEY_FILE)), motes: GENESIS_MOTES };
}

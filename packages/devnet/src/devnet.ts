import fs from 'node:fs';
import path from 'node:path';
import type { Block } from './chain/block.ts';
import { Chain, type GenesisAccount } from './chain/chain.ts';
import { lockDirectory } from './chain/directory-lock.ts';
import { Journal } from './chain/journal.ts';
import { RpcError } from './chain/rpc-error.ts';
import type { CLValueJson } from './codec/cl-value.ts';
import { run } from './rpc/answer.ts';
import { EventStream } from './rpc/event-stream.ts';
import { methodsOf } from './rpc/methods.ts';
import { accountKeyFrom, View } from './rpc/queries.ts';
import { listen, type RpcServer } from './rpc/server.ts';
import { type StoredJson, storedJson } from './rpc/stored-json.ts';
import type { NamedKeys } from './vm/stored.ts';

export type DevnetOptions = {
  /** The folder of the chain, made when it does not exist. Null keeps the chain in memory. */
  readonly dataDir: string | null;
  readonly chainName: string;
  /** The owners of motes in the first block. A chain that is stored already keeps its own. */
  readonly genesis: readonly GenesisAccount[];
  /** `manual`: blocks are made by `produceBlock` alone. Otherwise one is made this often, when deploys wait. */
  readonly blockTimeMs: number | 'manual';
  readonly now?: () => Date;
};

export type ExecutionInfo = {
  readonly error: string | null;
  /** Gas. */
  readonly consumed: bigint;
  /** Motes. */
  readonly paid: bigint;
  readonly blockHash: string;
  readonly blockHeight: number;
};

export type Devnet = {
  readonly chain: Chain;
  put(deployJson: unknown): string;
  produceBlock(): Block;
  execution(deployHash: string): ExecutionInfo | null;
  namedKeys(accountOrContract: string): NamedKeys;
  query(key: string, path?: readonly string[]): StoredJson;
  dictionaryItem(contract: string, dictionary: string, item: string): CLValueJson | null;
  balance(publicKeyHex: string): bigint;
  rpc(method: string, params?: unknown): object;
  listen(port: number): Promise<RpcServer>;
  close(): Promise<void>;
};

const JOURNAL = 'chain.journal';

/**
 * Opens a chain, or begins one.
 * @throws DirectoryInUse when another process has the folder
 * @throws JournalError when the stored chain is damaged or has another name
 */
export async function openDevnet(options: DevnetOptions): Promise<Devnet> {
  const { dataDir, chainName, genesis, blockTimeMs, now = () => new Date() } = options;
  const folder = dataDir === null ? null : await openFolder(dataDir);
  const chain = await orRelease(folder, () => new Chain({ chainName, genesis, now, stored: folder }));
  const methods = methodsOf(chain, performance.now());
  const events = new EventStream(chain);
  const servers: RpcServer[] = [];
  const timer = blockTimeMs === 'manual' ? undefined : setInterval(() => produceIfNeeded(chain), blockTimeMs);
  return {
    chain,
    ...reads(chain),
    put: (deployJson) => chain.put(deployJson),
    produceBlock: () => chain.produceBlock(),
    rpc: (method, params) => run(methods, method, params),
    listen: async (port) => {
      const server = await listen(methods, events, port);
      servers.push(server);
      return server;
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all(servers.map((server) => server.close()));
      await folder?.release();
    },
  };
}

type Folder = ReturnType<typeof Journal.open> & { release(): Promise<void> };

async function openFolder(dataDir: string): Promise<Folder> {
  fs.mkdirSync(dataDir, { recursive: true });
  const unlock = await lockDirectory(dataDir);
  const opened = await orRelease({ release: unlock }, () => Journal.open(path.join(dataDir, JOURNAL)));
  const release = async () => {
    opened.journal.close();
    await unlock();
  };
  return { ...opened, release };
}

/** A folder in which no chain could be opened is given back. */
async function orRelease<Result>(folder: { release(): Promise<void> } | null, open: () => Result): Promise<Result> {
  try {
    return open();
  } catch (error) {
    await folder?.release();
    throw error;
  }
}

function produceIfNeeded(chain: Chain): void {
  if (chain.waiting > 0) chain.produceBlock();
}

type Reads = Pick<Devnet, 'execution' | 'namedKeys' | 'query' | 'dictionaryItem' | 'balance'>;

function reads(chain: Chain): Reads {
  const newest = () => new View(chain, chain.tip.height);
  return {
    execution: (deployHash) => {
      const done = chain.deploy(deployHash)?.done;
      if (!done) return null;
      const { error, consumed, paid, block } = done;
      return { error, consumed, paid, blockHash: block.hash, blockHeight: block.height };
    },
    namedKeys: (holder) => newest().namedKeys(holder.startsWith('hash-') ? holder : accountKeyFrom(holder)) ?? {},
    query: (key, path = []) => storedJson(newest().find(key, path)),
    dictionaryItem: (contract, dictionary, item) => {
      const view = newest();
      const stored = view.read(view.dictionaryItemKey(view.namedKey(contract, dictionary), item));
      if (!stored) return null;
      const json = storedJson(stored);
      return 'CLValue' in json ? (json.CLValue as CLValueJson) : null;
    },
    balance: (publicKeyHex) => {
      const view = newest();
      return view.balance(view.account(publicKeyHex).mainPurse);
    },
  };
}

export { RpcError };

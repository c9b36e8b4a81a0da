import { FormatError } from '../codec/bytes.ts';
import type { Deploy } from '../codec/deploy.ts';
import { deployFromJson } from '../codec/deploy-json.ts';
import { accountKeyOf, type StateKey } from '../codec/keys.ts';
import { transactionFromJson } from '../codec/transaction.ts';
import { unlessPruned, type Written } from '../vm/stored.ts';
import { forgeryOf, headerRefusal, gasLimitOf, isExpired, stateRefusal } from './acceptance.ts';
import { type Block, type ExecutionResult, nextBlock } from './block.ts';
import { executeDeploy } from './execute-deploy.ts';
import { type Journal, JournalError } from './journal.ts';
import { fitting } from './lanes.ts';
import { newAccount } from './purses.ts';
import { type BlockRecord, type JournalRecord, recordFromJson, recordToJson } from './records.ts';
import { RPC, RpcError } from './rpc-error.ts';
import { State } from './state.ts';

export type GenesisAccount = { readonly publicKeyHex: string; readonly motes: bigint };

export type ChainOptions = {
  readonly chainName: string;
  /** Accounts of the first block. A chain that is there already keeps its own. */
  readonly genesis: readonly GenesisAccount[];
  readonly now: () => Date;
  readonly stored: { readonly journal: Journal; readonly records: readonly unknown[] } | null;
};

/** The news that a listener is told, once it is stored. */
export type ChainEvent =
  | { readonly kind: 'accepted' | 'expired'; readonly deploy: Deploy }
  | { readonly kind: 'block'; readonly block: Block };

export type KnownDeploy = { readonly deploy: Deploy; readonly done: (ExecutionResult & { block: Block }) | null };

/** The one validator. Its key exists nowhere, and it signs no block; it is paid the gas. */
export const PROPOSER = `01${'00'.repeat(32)}`;

/** Accepts deploys, executes them in blocks, and knows the state after each block. */
export class Chain {
  readonly chainName: string;
  readonly state = new State();
  readonly blocks: Block[] = [];
  readonly listeners = new Set<(event: ChainEvent) => void>();
  readonly #now: () => Date;
  readonly #journal: Journal | null;
  readonly #deploys = new Map<string, KnownDeploy>();
  readonly #blocksByHash = new Map<string, Block>();
  readonly #heightsByRoot = new Map<string, number>();
  #waiting: string[] = [];

  /** @throws JournalError when the stored journal is of another chain, or does not fit together */
  constructor({ chainName, genesis, now, stored }: ChainOptions) {
    this.chainName = chainName;
    this.#now = now;
    this.#journal = stored?.journal ?? null;
    for (const record of stored?.records ?? []) this.#replay(recordFromJson(record));
    if (this.blocks.length === 0) this.#begin(genesis);
  }

  /**
   * Accepts a deploy. One that is known already is answered as the first time and not executed again.
   * @returns its hash, once it is stored
   * @throws RpcError `Invalid Deploy` with the reason
   */
  put(json: unknown): string {
    return this.#accept(parse(() => deployFromJson(json)));
  }

  /** As {@link put}, for a transaction of 2.x. */
  putTransaction(json: unknown): string {
    return this.#accept(parse(() => transactionFromJson(json)));
  }

  #accept(deploy: Deploy): string {
    const nowMs = this.#now().getTime();
    const early = forgeryOf(deploy) ?? headerRefusal(deploy, this.chainName, nowMs);
    const code = deploy.transaction ? RPC.invalidTransaction : RPC.invalidDeploy;
    if (early) throw new RpcError(code, early);
    if (this.#deploys.has(deploy.hash)) return deploy.hash;
    const late = stateRefusal(deploy, (key) => this.state.get(key));
    if (late) throw new RpcError(code, late);
    this.#write({ kind: 'deploy', deploy });
    this.#tell({ kind: 'accepted', deploy });
    return deploy.hash;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Executes the deploys that wait, as many as fit into a block. A deploy that has expired meanwhile is never executed.
   */
  produceBlock(): Block {
    // A clock that was put back does not make time run backwards.
    const blockTimeMs = Math.max(this.#now().getTime(), Date.parse(this.tip.timestamp));
    const hashes = this.#nextDeploys(blockTimeMs);
    const effects = new Map<StateKey, Written>();
    const read = (key: StateKey) => {
      const written = effects.get(key);
      return written ? unlessPruned(written) : this.state.get(key);
    };
    const { tip } = this;
    const block = { timeMs: blockTimeMs, height: tip.height + 1, parentHash: tip.hash, stateRoot: tip.stateRoot };
    const results = hashes.map((hash) => {
      const result = executeDeploy(this.#deployOf(hash), { read, block });
      for (const [key, stored] of result.effects) effects.set(key, stored);
      return result;
    });
    return this.#addBlock({ deployHashes: hashes, results, effects: new Map() }, blockTimeMs);
  }

  deploy(hash: string): KnownDeploy | undefined {
    return this.#deploys.get(hash);
  }

  get tip(): Block {
    const tip = this.blocks.at(-1);
    if (!tip) throw new JournalError('a chain without a first block');
    return tip;
  }

  blockByHash(hash: string): Block | undefined {
    return this.#blocksByHash.get(hash);
  }

  /** The height of the last block after which the state had this root. */
  heightOfRoot(root: string): number | undefined {
    return this.#heightsByRoot.get(root);
  }

  #begin(genesis: readonly GenesisAccount[]): void {
    // A first start that was cut short may have left the name alone.
    if (!this.#isNamed) this.#write({ kind: 'chain', chainName: this.chainName });
    const effects = new Map(
      genesis.flatMap(({ publicKeyHex, motes }) => newAccount(accountKeyOf(publicKeyHex), motes)),
    );
    this.#addBlock({ deployHashes: [], results: [], effects }, this.#now().getTime());
  }

  #isNamed = false;

  #addBlock(contents: Omit<BlockRecord, 'hash' | 'timestamp'>, blockTimeMs: number): Block {
    const timestamp = new Date(blockTimeMs).toISOString();
    const block = nextBlock(this.blocks.at(-1), { ...contents, timestamp, effects: allEffects(contents) });
    this.#write({ kind: 'block', block: { ...contents, timestamp, hash: block.hash } });
    this.#tell({ kind: 'block', block });
    return this.tip;
  }

  #tell(event: ChainEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  /** First on the disk, then in memory, by the same road as after a restart. */
  #write(record: JournalRecord): void {
    this.#journal?.append(recordToJson(record));
    this.#replay(record);
  }

  #replay(record: JournalRecord): void {
    if (record.kind === 'chain') this.#checkName(record.chainName);
    else if (record.kind === 'deploy') this.#remember(record.deploy);
    else this.#apply(record.block);
  }

  #checkName(chainName: string): void {
    if (chainName !== this.chainName) {
      throw new JournalError(`the stored chain is named ${chainName}, not ${this.chainName}`);
    }
    this.#isNamed = true;
  }

  #remember(deploy: Deploy): void {
    this.#deploys.set(deploy.hash, { deploy, done: null });
    this.#waiting.push(deploy.hash);
  }

  #apply(record: BlockRecord): void {
    const effects = allEffects(record);
    const block = nextBlock(this.blocks.at(-1), { ...record, effects });
    if (block.hash !== record.hash) throw new JournalError(`block ${block.height} does not have the hash it had`);
    this.state.apply(effects, block.height);
    this.blocks.push(block);
    this.#blocksByHash.set(block.hash, block);
    this.#heightsByRoot.set(block.stateRoot, block.height);
    for (const [index, result] of record.results.entries()) {
      const hash = record.deployHashes[index] ?? '';
      this.#deploys.set(hash, { deploy: this.#deployOf(hash), done: { ...result, block } });
    }
    const done = new Set(record.deployHashes);
    this.#waiting = this.#waiting.filter((hash) => !done.has(hash));
  }

  #deployOf(hash: string): Deploy {
    const known = this.#deploys.get(hash);
    if (!known) throw new JournalError(`the deploy ${hash} is in a block and nowhere else`);
    return known.deploy;
  }

  #nextDeploys(nowMs: number): string[] {
    const expired = this.#waiting.filter((hash) => isExpired(this.#deployOf(hash).header, nowMs));
    this.#waiting = this.#waiting.filter((hash) => !expired.includes(hash));
    for (const hash of expired) this.#tell({ kind: 'expired', deploy: this.#deployOf(hash) });
    const deploys = this.#waiting.map((hash) => this.#deployOf(hash));
    return fitting(deploys, gasLimitOf).map(({ hash }) => hash);
  }
}

function parse(read: () => Deploy): Deploy {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) throw new RpcError(RPC.params, `not a deploy: ${error.message}`);
    throw error;
  }
}

function allEffects({ effects, results }: Pick<BlockRecord, 'effects' | 'results'>): ReadonlyMap<StateKey, Written> {
  return new Map([...effects, ...results.flatMap((result) => [...result.effects])]);
}

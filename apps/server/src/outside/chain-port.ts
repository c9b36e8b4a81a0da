/**
 * The chain does not answer, or does not have our contracts yet. Becomes 503 over HTTP; waiting operations are tried
 * again.
 */
export class ChainDownError extends Error {
  override readonly name = 'ChainDownError';
}

/** The node would not take a deploy. The message is its reason. */
export class DeployRefusedError extends Error {
  override readonly name = 'DeployRefusedError';
}

/** A value stored on the chain is not one that our contracts write there. */
export class ChainValueError extends Error {
  override readonly name = 'ChainValueError';
}

/** One argument of an entry point. Bytes and hashes are hexadecimal, whole numbers are digits: a value can be kept as JSON. */
export type ChainArg =
  | { readonly type: 'string' | 'u8' | 'u256' | 'publicKey' | 'bytes32'; readonly value: string }
  /** `account-hash-…` or `hash-…` */
  | { readonly type: 'key'; readonly value: string }
  | { readonly type: 'map'; readonly value: Readonly<Record<string, string>> };
export type ChainArgs = Readonly<Record<string, ChainArg>>;

/** All calls that are ever signed. A call outside of these lists is never signed with a key of ours (security T10). */
export const OWNER_CALLS = ['transfer', 'approve', 'add_stakeholder', 'add_proposal', 'add_backer', 'remove_backer'];
export const USER_CALLS = ['transfer'];

export type ChainCall =
  | { readonly kind: 'call'; readonly contract: string; readonly entryPoint: string; readonly args: ChainArgs }
  /** Owner only: the module of a contract. */
  | { readonly kind: 'install'; readonly wasm: Uint8Array; readonly args: ChainArgs }
  /** Owner only: motes for the account of a public key, which begins to exist by that. */
  | { readonly kind: 'fund'; readonly publicKey: string; readonly motes: bigint };

/** `owner` is the key that only the adapter has; a person's is 32 secret bytes, which live as long as the call. */
export type ChainSigner = 'owner' | { readonly secretKey: Uint8Array };

export type SignedDeploy = { readonly hash: string; readonly body: unknown; readonly expiresAt: Date };

export type DeployOutcome = {
  /** The error as the chain names it; null after a success. */
  readonly error: string | null;
  readonly blockHash: string;
  readonly blockHeight: number;
  /** Motes. */
  readonly cost: bigint;
  /** The keys it wrote. */
  readonly effects: readonly string[];
};

/** The chain as it was after its newest block. */
export type ChainView = {
  readonly height: number;
  /** The time of the newest block. */
  readonly at: Date;
  /** The value stored under an item, as the node reads it out; null for an empty one. @throws ChainDownError */
  readonly item: (contract: string, dictionary: string, item: string) => Promise<unknown>;
};

/** A Casper chain. All reads: @throws ChainDownError, ChainValueError */
export type ChainPort = {
  readonly mode: 'devnet' | 'node';
  readonly chainName: string;
  readonly explorerUrl: string | null;
  /** The pause after which it makes sense to ask again for the outcome of a deploy. */
  readonly pollMs: number;
  readonly ownerPublicKey: string;
  /** 64 hexadecimal digits. */
  readonly accountHash: (publicKey: string) => string;
  readonly newest: () => Promise<ChainView>;
  /** Names of an account; none for an account that does not exist. */
  readonly namedKeys: (publicKey: string) => Promise<Readonly<Record<string, string>>>;
  /** Motes; 0 for an account that does not exist. */
  readonly balance: (publicKey: string) => Promise<bigint>;
  /** Signs without sending. @throws Error for a call that is on no list */
  readonly sign: (call: ChainCall, signer: ChainSigner, at: Date) => SignedDeploy;
  /** Sends a signed deploy; sent again, it is the same deploy. @throws DeployRefusedError, ChainDownError */
  readonly put: (body: unknown) => Promise<void>;
  /** `unknown` to the node, `waiting` for a block, or its outcome. */
  readonly outcome: (hash: string) => Promise<'unknown' | 'waiting' | DeployOutcome>;
  readonly close: () => Promise<void>;
};

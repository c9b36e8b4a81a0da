/**
 * The used part of casper-js-sdk 5.0.12. Its own declarations cannot be compiled with this repository's options, and
 * they promise named imports that Node does not find: `import sdk from 'casper-js-sdk'` is the only way.
 */
declare module 'casper-js-sdk' {
  type Bytes = Uint8Array;

  export class Hash {
    toHex(): string;
    toBytes(): Bytes;
  }
  export class AccountHash {
    toPrefixedString(): string;
    toHex(): string;
    toBytes(): Bytes;
  }
  export class PublicKey {
    static fromHex(hex: string): PublicKey;
    toHex(): string;
    bytes(): Bytes;
    accountHash(): AccountHash;
  }
  /** An enum at run time. */
  export type KeyAlgorithm = number;
  export class PrivateKey {
    readonly publicKey: PublicKey;
    static generate(algorithm: KeyAlgorithm): PrivateKey;
    static fromPem(pem: string, algorithm: KeyAlgorithm): PrivateKey;
    static fromHex(hex: string, algorithm: KeyAlgorithm): PrivateKey;
    toPem(): string;
    toBytes(): Bytes;
  }
  export class Key {
    static newKey(prefixed: string): Key;
    toPrefixedString(): string;
  }

  export class CLType {}
  export class CLValueMap {
    append(key: CLValue, value: CLValue): void;
  }
  export class CLValue {
    stringVal?: { bytes(): Bytes };
    map?: CLValueMap;
    static newCLString(value: string): CLValue;
    static newCLUint8(value: number): CLValue;
    static newCLUInt32(value: number): CLValue;
    static newCLUint64(value: number | string | bigint): CLValue;
    static newCLUInt256(value: string | number): CLValue;
    static newCLUInt512(value: string | number): CLValue;
    static newCLValueBool(value: boolean): CLValue;
    static newCLByteArray(value: Bytes): CLValue;
    static newCLKey(value: Key): CLValue;
    static newCLPublicKey(value: PublicKey): CLValue;
    static newCLOption(value: CLValue | null, type?: CLType): CLValue;
    static newCLList(type: CLType, elements?: readonly CLValue[]): CLValue;
    static newCLMap(key: CLType, value: CLType): CLValue;
    static newCLTuple2(first: CLValue, second: CLValue): CLValue;
    bytes(): Bytes;
    toString(): string;
  }
  export class Args {
    static fromMap(args: Readonly<Record<string, CLValue>>): Args;
  }

  export class Duration {
    constructor(milliseconds: number);
  }
  export class Timestamp {
    constructor(date: Date);
  }
  export class DeployHeader {
    static default(): DeployHeader;
    account?: PublicKey;
    chainName: string;
    gasPrice: number;
    ttl: Duration;
    timestamp: Timestamp;
  }
  export class ContractHash {
    static newContract(hex: string): ContractHash;
  }
  export class StoredContractByHash {
    constructor(hash: ContractHash, entryPoint: string, args: Args);
  }
  export class TransferDeployItem {
    static newTransfer(amount: string, target: PublicKey, sourcePurse?: null, id?: number | null): TransferDeployItem;
  }
  export class ExecutableDeployItem {
    storedContractByHash?: StoredContractByHash;
    transfer?: TransferDeployItem;
    static standardPayment(motes: string): ExecutableDeployItem;
    static newModuleBytes(wasm: Bytes, args: Args): ExecutableDeployItem;
  }
  export class Deploy {
    readonly hash: Hash;
    readonly header: DeployHeader;
    static makeDeploy(header: DeployHeader, payment: ExecutableDeployItem, session: ExecutableDeployItem): Deploy;
    static toJSON(deploy: Deploy): unknown;
    static fromJSON(json: unknown): Deploy;
    sign(key: PrivateKey): void;
    validate(): boolean;
  }

  export class HttpHandler {
    constructor(url: string, client?: 'axios' | 'fetch');
  }
  export class RpcError extends Error {
    readonly statusCode: number;
    readonly sourceErr: { readonly code?: number; readonly message: string; readonly data?: unknown };
  }
  export class AccountIdentifier {
    constructor(accountHash?: AccountHash, publicKey?: PublicKey);
  }
  export class ParamDictionaryIdentifierURef {
    constructor(item: string, seed: string);
  }
  export class ParamDictionaryIdentifierContractNamedKey {
    constructor(key: string, dictionary: string, item: string);
  }
  export class ParamDictionaryIdentifier {
    constructor(
      accountNamedKey?: undefined,
      contractNamedKey?: ParamDictionaryIdentifierContractNamedKey,
      dictionary?: string,
      uref?: ParamDictionaryIdentifierURef,
    );
  }
  export class PurseIdentifier {
    static fromPublicKey(key: PublicKey): PurseIdentifier;
  }

  export interface StoredValueResult {
    readonly storedValue: { readonly clValue?: CLValue; readonly contract?: unknown; readonly account?: unknown };
  }
  export interface DeployResult {
    readonly deploy: Deploy;
    readonly executionInfo?: {
      readonly blockHash: Hash;
      readonly blockHeight: number;
      readonly executionResult?: {
        readonly errorMessage?: string | null;
        readonly consumed: number;
        readonly cost: number;
      };
    };
  }
  export interface Block {
    readonly hash: Hash;
    readonly height: number;
    readonly stateRootHash: Hash;
  }
  export class RpcClient {
    constructor(handler: HttpHandler);
    putDeploy(deploy: Deploy): Promise<{ readonly deployHash: Hash }>;
    getDeploy(hash: string): Promise<DeployResult>;
    waitForDeploy(deploy: Deploy, timeoutMs?: number): Promise<DeployResult>;
    getLatestBlock(): Promise<{ readonly block: Block }>;
    getBlockByHash(hash: string): Promise<{ readonly block: Block }>;
    getBlockByHeight(height: number): Promise<{ readonly block: Block }>;
    getStateRootHashLatest(): Promise<{ readonly stateRootHash: Hash }>;
    getStateItem(root: string | null, key: string, path: readonly string[]): Promise<StoredValueResult>;
    getDictionaryItem(root: string | null, seed: string, item: string): Promise<StoredValueResult>;
    getDictionaryItemByIdentifier(
      root: string | null,
      identifier: ParamDictionaryIdentifier,
    ): Promise<StoredValueResult>;
    getAccountInfo(
      block: null,
      identifier: AccountIdentifier,
    ): Promise<{
      readonly account: {
        readonly accountHash: AccountHash;
        readonly namedKeys: ReadonlyArray<{ readonly name: string; readonly key: Key }>;
      };
    }>;
    getStatus(): Promise<{
      readonly chainSpecName: string;
      readonly lastAddedBlockInfo: { readonly hash: Hash; readonly height: number };
    }>;
    queryLatestBalance(purse: PurseIdentifier): Promise<{ readonly balance: unknown }>;
  }

  /** The module's shape at run time. */
  const sdk: {
    PublicKey: typeof PublicKey;
    PrivateKey: typeof PrivateKey;
    KeyAlgorithm: { readonly ED25519: KeyAlgorithm; readonly SECP256K1: KeyAlgorithm };
    Key: typeof Key;
    CLValue: typeof CLValue;
    CLTypeString: CLType;
    CLTypeUInt512: CLType;
    Args: typeof Args;
    Duration: typeof Duration;
    Timestamp: typeof Timestamp;
    DeployHeader: typeof DeployHeader;
    ContractHash: typeof ContractHash;
    StoredContractByHash: typeof StoredContractByHash;
    TransferDeployItem: typeof TransferDeployItem;
    ExecutableDeployItem: typeof ExecutableDeployItem;
    Deploy: typeof Deploy;
    HttpHandler: typeof HttpHandler;
    RpcClient: typeof RpcClient;
    RpcError: typeof RpcError;
    AccountIdentifier: typeof AccountIdentifier;
    PurseIdentifier: typeof PurseIdentifier;
    ParamDictionaryIdentifier: typeof ParamDictionaryIdentifier;
    ParamDictionaryIdentifierURef: typeof ParamDictionaryIdentifierURef;
    ParamDictionaryIdentifierContractNamedKey: typeof ParamDictionaryIdentifierContractNamedKey;
  };
  export default sdk;
}

import sdk, { type CLValue, type ExecutableDeployItem, type PrivateKey } from 'casper-js-sdk';

export const CHAIN_NAME = 'casper-dev';
export const TTL_MS = 1_800_000;
export const CALL_MOTES = 3_000_000_000n;
export const INSTALL_MOTES = 100_000_000_000n;
export const TRANSFER_MOTES = 100_000_000n;

type Arguments = Readonly<Record<string, CLValue>>;

export function newKey(): PrivateKey {
  return sdk.PrivateKey.generate(sdk.KeyAlgorithm.ED25519);
}

export type DeployChanges = {
  readonly chainName?: string;
  readonly ttlMs?: number;
  readonly at?: Date;
  readonly gasPrice?: number;
  readonly motes?: bigint;
  readonly signer?: PrivateKey;
};

/** Builds and signs with the official SDK. */
export function signedDeploy(from: PrivateKey, session: ExecutableDeployItem, changes: DeployChanges = {}) {
  const { chainName = CHAIN_NAME, ttlMs = TTL_MS, at = new Date(), gasPrice = 1, motes = CALL_MOTES } = changes;
  const header = sdk.DeployHeader.default();
  header.account = from.publicKey;
  header.chainName = chainName;
  header.gasPrice = gasPrice;
  header.ttl = new sdk.Duration(ttlMs);
  header.timestamp = new sdk.Timestamp(at);
  const deploy = sdk.Deploy.makeDeploy(header, sdk.ExecutableDeployItem.standardPayment(motes.toString()), session);
  deploy.sign(changes.signer ?? from);
  return deploy;
}

/** The JSON of a deploy as it goes over the network. */
export function jsonOf(deploy: ReturnType<typeof signedDeploy>): any {
  return JSON.parse(JSON.stringify(sdk.Deploy.toJSON(deploy)));
}

export function module(wasm: Uint8Array, args: Arguments = {}): ExecutableDeployItem {
  return sdk.ExecutableDeployItem.newModuleBytes(wasm, sdk.Args.fromMap(args));
}

export function contractCall(contract: string, entryPoint: string, args: Arguments = {}): ExecutableDeployItem {
  const item = new sdk.ExecutableDeployItem();
  const hash = sdk.ContractHash.newContract(contract.replace('hash-', ''));
  item.storedContractByHash = new sdk.StoredContractByHash(hash, entryPoint, sdk.Args.fromMap(args));
  return item;
}

export function transfer(motes: bigint, target: PrivateKey, id = 1): ExecutableDeployItem {
  const item = new sdk.ExecutableDeployItem();
  item.transfer = sdk.TransferDeployItem.newTransfer(motes.toString(), target.publicKey, null, id);
  return item;
}

/** The SDK counts UTF-16 units where bytes belong, so text that is not ASCII is put right. */
export function string(value: string): CLValue {
  const written = sdk.CLValue.newCLString(value);
  const bytes = Buffer.from(value, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  if (written.stringVal) written.stringVal.bytes = () => Buffer.concat([length, bytes]);
  return written;
}

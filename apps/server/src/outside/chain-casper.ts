import { readFileSync } from 'node:fs';
import sdk, { type CLValue, type ExecutableDeployItem, type PrivateKey } from 'casper-js-sdk';
import {
  type ChainArg,
  type ChainArgs,
  type ChainCall,
  type ChainSigner,
  OWNER_CALLS,
  type SignedDeploy,
  USER_CALLS,
} from './chain-port.ts';
import { StartupError } from '../errors/startup-error.ts';

/** The most that every call is paid with, and how long it may wait for its block (section 9). */
const CALL_MOTES = 3_000_000_000n;
/** Installing writes a module into the state, which costs by the byte. */
const INSTALL_MOTES = 50_000_000_000n;
const NATIVE_TRANSFER_MOTES = 100_000_000n;
const TTL_MS = 1_800_000;
const GAS_PRICE = 1;

export type CasperSigner = {
  readonly ownerPublicKey: string;
  readonly sign: (call: ChainCall, signer: ChainSigner, at: Date) => SignedDeploy;
};

/**
 * Builds and signs deploys; the one place that has the owner's key, which nothing here gives out.
 * @throws StartupError when the file holds no Ed25519 key
 */
export function createCasperSigner(chainName: string, ownerKeyFile: string): CasperSigner {
  const owner = readOwnerKey(ownerKeyFile);
  return {
    ownerPublicKey: owner.publicKey.toHex(),
    sign: (call, signer, at) => {
      refuseUnlisted(call, signer);
      const key = signer === 'owner' ? owner : userKey(signer.secretKey);
      const header = sdk.DeployHeader.default();
      header.account = key.publicKey;
      header.chainName = chainName;
      header.gasPrice = GAS_PRICE;
      header.ttl = new sdk.Duration(TTL_MS);
      header.timestamp = new sdk.Timestamp(at);
      const payment = sdk.ExecutableDeployItem.standardPayment(paymentOf(call).toString());
      const deploy = sdk.Deploy.makeDeploy(header, payment, sessionOf(call));
      deploy.sign(key);
      const body: unknown = JSON.parse(JSON.stringify(sdk.Deploy.toJSON(deploy)));
      return { hash: deploy.hash.toHex(), body, expiresAt: new Date(at.getTime() + TTL_MS) };
    },
  };
}

/** 64 hexadecimal digits. */
export function accountHash(publicKey: string): string {
  return sdk.PublicKey.fromHex(publicKey).accountHash().toHex();
}

function readOwnerKey(file: string): PrivateKey {
  try {
    return sdk.PrivateKey.fromPem(readFileSync(file, 'utf8'), sdk.KeyAlgorithm.ED25519);
  } catch {
    // The cause may repeat the content of the file.
    throw new StartupError(`The file ${file} does not hold an Ed25519 key in PEM form.`);
  }
}

function userKey(secretKey: Uint8Array): PrivateKey {
  return sdk.PrivateKey.fromHex(Buffer.from(secretKey).toString('hex'), sdk.KeyAlgorithm.ED25519);
}

/** A caller who gets hold of the signing function can still have only these calls signed (security T10). */
function refuseUnlisted(call: ChainCall, signer: ChainSigner): void {
  const calls = signer === 'owner' ? OWNER_CALLS : USER_CALLS;
  const isListed = call.kind === 'call' ? calls.includes(call.entryPoint) : signer === 'owner';
  if (!isListed) throw new Error(`not to be signed: ${call.kind === 'call' ? call.entryPoint : call.kind}`);
}

function paymentOf({ kind }: ChainCall): bigint {
  if (kind === 'install') return INSTALL_MOTES;
  return kind === 'fund' ? NATIVE_TRANSFER_MOTES : CALL_MOTES;
}

function sessionOf(call: ChainCall): ExecutableDeployItem {
  if (call.kind === 'install') return sdk.ExecutableDeployItem.newModuleBytes(call.wasm, argsOf(call.args));
  const item = new sdk.ExecutableDeployItem();
  if (call.kind === 'fund') {
    const target = sdk.PublicKey.fromHex(call.publicKey);
    item.transfer = sdk.TransferDeployItem.newTransfer(call.motes.toString(), target, null, 0);
  } else {
    const contract = sdk.ContractHash.newContract(call.contract.replace(/^hash-/, ''));
    item.storedContractByHash = new sdk.StoredContractByHash(contract, call.entryPoint, argsOf(call.args));
  }
  return item;
}

function argsOf(args: ChainArgs) {
  return sdk.Args.fromMap(Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, valueOf(arg)])));
}

function valueOf(arg: ChainArg): CLValue {
  switch (arg.type) {
    case 'string':
      return text(arg.value);
    case 'u8':
      return sdk.CLValue.newCLUint8(Number(arg.value));
    case 'u256':
      return sdk.CLValue.newCLUInt256(arg.value);
    case 'publicKey':
      return sdk.CLValue.newCLPublicKey(sdk.PublicKey.fromHex(arg.value));
    case 'bytes32':
      return sdk.CLValue.newCLByteArray(Buffer.from(arg.value, 'hex'));
    case 'key':
      return sdk.CLValue.newCLKey(sdk.Key.newKey(arg.value));
    case 'map': {
      const map = sdk.CLValue.newCLMap(sdk.CLTypeString, sdk.CLTypeString);
      // A map is written in the order of its keys.
      const entries = Object.entries(arg.value).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      for (const [name, value] of entries) map.map?.append(text(name), text(value));
      return map;
    }
  }
}

/** The SDK writes the number of UTF-16 units where the number of bytes belongs; here it is put right for every text. */
function text(value: string): CLValue {
  const written = sdk.CLValue.newCLString(value);
  const bytes = Buffer.from(value, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  if (!written.stringVal) throw new Error('a text without its bytes');
  written.stringVal.bytes = () => Buffer.concat([length, bytes]);
  return written;
}

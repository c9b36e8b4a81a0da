import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { bigUint, blake, concat, hex, sized, text, u32, u64, unhex, utf8 } from '@sathi/devnet/codec/bytes.ts';
import { argsToBytes, type CLValue } from '@sathi/devnet/codec/cl-value.ts';

export const CHAIN_NAME = 'casper-contracts';
const TTL_MS = 1_800_000n;

export type Arguments = Readonly<Record<string, CLValue>>;

export type Session =
  | { readonly module: Uint8Array; readonly args: Arguments }
  | { readonly contract: string; readonly entryPoint: string; readonly args: Arguments };

/** A person with a key, the same one in every run. */
export class Account {
  readonly #privateKey: KeyObject;
  readonly publicKeyHex: string;
  readonly address: string;

  constructor(name: string) {
    const prefix = unhex('302e020100300506032b657004220420');
    const key = Buffer.from(concat(prefix, blake(utf8(name))));
    this.#privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const publicKey = createPublicKey(this.#privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
    this.publicKeyHex = `01${hex(publicKey)}`;
    this.address = `account-hash-${hex(blake(utf8('ed25519'), Uint8Array.of(0), publicKey))}`;
  }

  sign(hash: string): string {
    return `01${hex(sign(null, unhex(hash), this.#privateKey))}`;
  }
}

/** A signed deploy, as the JSON of account_put_deploy. */
export function deployOf(account: Account, session: Session, paymentMotes: bigint, timestamp: Date): unknown {
  const payment: Session = {
    module: new Uint8Array(0),
    args: { amount: { bytes: bigUint(paymentMotes), type: 'U512' } },
  };
  const bodyHash = hex(blake(bytesOf(payment), bytesOf(session)));
  const header = concat(
    unhex(account.publicKeyHex),
    u64(BigInt(timestamp.getTime())),
    u64(TTL_MS),
    u64(1n),
    unhex(bodyHash),
    u32(0),
    text(CHAIN_NAME),
  );
  const hash = hex(blake(header));
  return {
    approvals: [{ signer: account.publicKeyHex, signature: account.sign(hash) }],
    hash,
    header: {
      account: account.publicKeyHex,
      body_hash: bodyHash,
      chain_name: CHAIN_NAME,
      dependencies: [],
      gas_price: 1,
      timestamp: timestamp.toISOString(),
      ttl: '30m',
    },
    payment: jsonOf(payment),
    session: jsonOf(session),
  };
}

function bytesOf(session: Session): Uint8Array {
  const args = argsToBytes(new Map(Object.entries(session.args)));
  if ('module' in session) return concat(Uint8Array.of(0), sized(session.module), args);
  return concat(Uint8Array.of(1), unhex(session.contract.slice(-64)), text(session.entryPoint), args);
}

function jsonOf(session: Session): unknown {
  const args = Object.entries(session.args).map(([name, { bytes, type }]) => [
    name,
    { bytes: hex(bytes), cl_type: type },
  ]);
  if ('module' in session) return { ModuleBytes: { module_bytes: hex(session.module), args } };
  return { StoredContractByHash: { hash: session.contract.slice(-64), entry_point: session.entryPoint, args } };
}

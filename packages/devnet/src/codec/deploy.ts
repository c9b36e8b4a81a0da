import { type Bytes, blake, concat, hex, sized, text, u8, u32, u64, unhex } from './bytes.ts';
import { type Args, argsToBytes } from './cl-value.ts';
import { durationMs } from './duration.ts';

export type DeployHeader = {
  readonly account: string;
  /** The timestamp as it was sent; whole milliseconds count. */
  readonly timestamp: string;
  readonly ttl: string;
  readonly gasPrice: number;
  readonly bodyHash: string;
  readonly dependencies: readonly string[];
  readonly chainName: string;
};

/** The code a deploy runs: wasm of its own, a stored contract, or a transfer of motes. */
export type DeployItem =
  | { readonly kind: 'ModuleBytes'; readonly moduleBytes: Bytes; readonly args: Args }
  | { readonly kind: 'StoredContractByHash'; readonly hash: string; readonly entryPoint: string; readonly args: Args }
  | { readonly kind: 'StoredContractByName'; readonly name: string; readonly entryPoint: string; readonly args: Args }
  | {
      readonly kind: 'StoredVersionedContractByHash';
      readonly hash: string;
      readonly version: number | null;
      readonly entryPoint: string;
      readonly args: Args;
    }
  | {
      readonly kind: 'StoredVersionedContractByName';
      readonly name: string;
      readonly version: number | null;
      readonly entryPoint: string;
      readonly args: Args;
    }
  | { readonly kind: 'Transfer'; readonly args: Args };

export type Approval = { readonly signer: string; readonly signature: string };

export type Deploy = {
  readonly hash: string;
  readonly header: DeployHeader;
  readonly payment: DeployItem;
  readonly session: DeployItem;
  readonly approvals: readonly Approval[];
  /** The transaction of 2.x that was sent in its place and does the same. */
  readonly transaction?: TransactionV1;
};

export type TransactionV1 = {
  /** The signed part. */
  readonly payload: Bytes;
  /** Whether the session installs: only such a session may add versions of contracts. */
  readonly isInstall: boolean;
  readonly json: unknown;
};

function itemToBytes(item: DeployItem): Bytes {
  const args = argsToBytes(item.args);
  switch (item.kind) {
    case 'ModuleBytes':
      return concat(u8(0), sized(item.moduleBytes), args);
    case 'StoredContractByHash':
      return concat(u8(1), unhex(item.hash), text(item.entryPoint), args);
    case 'StoredContractByName':
      return concat(u8(2), text(item.name), text(item.entryPoint), args);
    case 'StoredVersionedContractByHash':
      return concat(u8(3), unhex(item.hash), version(item.version), text(item.entryPoint), args);
    case 'StoredVersionedContractByName':
      return concat(u8(4), text(item.name), version(item.version), text(item.entryPoint), args);
    case 'Transfer':
      return concat(u8(5), args);
  }
}

function version(value: number | null): Bytes {
  return value === null ? u8(0) : concat(u8(1), u32(value));
}

function headerToBytes(header: DeployHeader): Bytes {
  return concat(
    unhex(header.account),
    u64(BigInt(timestampMs(header))),
    u64(BigInt(durationMs(header.ttl))),
    u64(BigInt(header.gasPrice)),
    unhex(header.bodyHash),
    u32(header.dependencies.length),
    ...header.dependencies.map(unhex),
    text(header.chainName),
  );
}

export function bodyHashOf(deploy: Pick<Deploy, 'payment' | 'session'>): string {
  return hex(blake(itemToBytes(deploy.payment), itemToBytes(deploy.session)));
}

export function deployHashOf(deploy: Pick<Deploy, 'header'>): string {
  return hex(blake(headerToBytes(deploy.header)));
}

export function timestampMs(header: DeployHeader): number {
  return Date.parse(header.timestamp);
}

/** The last moment at which the deploy may be executed, in milliseconds. */
export function expiresAtMs(header: DeployHeader): number {
  return timestampMs(header) + durationMs(header.ttl);
}

/** The bytes of the deploy as a node counts them. */
export function deploySize(deploy: Deploy): number {
  const body = itemToBytes(deploy.payment).length + itemToBytes(deploy.session).length;
  const approvals = deploy.approvals.reduce((sum, each) => sum + (each.signer.length + each.signature.length) / 2, 4);
  return body + headerToBytes(deploy.header).length + 32 + approvals;
}

import { type Bytes, blake, concat, FormatError, hex, sized, text, u16, u32, u64, u8, unhex } from './bytes.ts';
import { callTable } from './call-table.ts';
import { argsToBytes, u512 } from './cl-value.ts';
import type { Deploy, DeployItem, TransactionV1 } from './deploy.ts';
import {
  approvalFromJson,
  argsFromJson,
  asFields,
  asList,
  asText,
  asWhole,
  digest,
  type Fields,
  publicKey,
  timestampAndTtl,
} from './deploy-json.ts';
import { durationMs } from './duration.ts';

type Target = { readonly session: DeployItem; readonly bytes: Bytes; readonly isInstall: boolean };

const RUNTIME_V1 = callTable([0, u8(0)]);
const STANDARD = callTable([0, u8(0)]);

/**
 * Reads the JSON of a transaction of version 1: a transfer, a session, or a call of a stored contract, paid with an
 * amount. The result is the deploy that does the same, with what is signed.
 * @throws FormatError when it is something else
 */
export function transactionFromJson(json: unknown): Deploy {
  const { hash, payload: payloadJson, approvals } = asFields(json);
  const payload = asFields(payloadJson);
  const fields = asFields(payload.fields);
  const account = publicKey(asFields(payload.initiator_addr).PublicKey);
  const { amount, tolerance } = pricing(payload.pricing_mode);
  const args = argsFromJson(asFields(fields.args).Named);
  const target = targetOf(fields.target, fields.entry_point, args);
  if (fields.scheduling !== 'Standard') throw new FormatError('only standard scheduling is known here');
  const times = timestampAndTtl(payload);
  const chainName = asText(payload.chain_name);
  const fieldBytes: ReadonlyArray<Bytes> = [
    concat(u8(0), argsToBytes(args)),
    target.bytes,
    entryPointBytes(fields.entry_point),
    STANDARD,
  ];
  const bytes = callTable(
    [0, callTable([0, u8(0)], [1, unhex(account)])],
    [1, u64(BigInt(Date.parse(times.timestamp)))],
    [2, u64(BigInt(durationMs(times.ttl)))],
    [3, text(chainName)],
    [4, callTable([0, u8(0)], [1, u64(amount)], [2, u8(tolerance)], [3, u8(1)])],
    [5, concat(u32(fieldBytes.length), ...fieldBytes.map((content, index) => concat(u16(index), sized(content))))],
  );
  return {
    hash: digest(hash),
    header: { account, ...times, gasPrice: tolerance, bodyHash: hex(blake(bytes)), dependencies: [], chainName },
    payment: { kind: 'ModuleBytes', moduleBytes: new Uint8Array(0), args: new Map([['amount', u512(amount)]]) },
    session: target.session,
    approvals: asList(approvals).map(approvalFromJson),
    transaction: { payload: bytes, isInstall: target.isInstall, json },
  };
}

/** The bytes of the whole transaction as a node counts them. */
export function transactionSize({ hash, approvals }: Deploy, { payload }: TransactionV1): number {
  const signed = approvals.map(({ signer, signature }) => concat(unhex(signer), unhex(signature)));
  return callTable([0, unhex(hash)], [1, payload], [2, concat(u32(signed.length), ...signed)]).length;
}

function pricing(json: unknown): { readonly amount: bigint; readonly tolerance: number } {
  const mode = asFields(json).PaymentLimited;
  if (mode === undefined) throw new FormatError('only the pricing mode PaymentLimited is known here');
  const { payment_amount, gas_price_tolerance, standard_payment } = asFields(mode);
  if (standard_payment !== true) throw new FormatError('only standard payment is known here');
  return { amount: BigInt(asWhole(payment_amount)), tolerance: asWhole(gas_price_tolerance) };
}

function targetOf(json: unknown, entryPoint: unknown, args: DeployItem['args']): Target {
  if (json === 'Native') {
    if (entryPoint !== 'Transfer') throw new FormatError('of the native entry points only Transfer is known here');
    return { session: { kind: 'Transfer', args }, bytes: callTable([0, u8(0)]), isInstall: false };
  }
  const { Session, Stored } = asFields(json);
  if (Session !== undefined) {
    const { module_bytes, is_install_upgrade, runtime } = asFields(Session);
    checkRuntime(runtime);
    if (entryPoint !== 'Call') throw new FormatError('a session has the entry point Call');
    const moduleBytes = unhex(asText(module_bytes));
    const isInstall = is_install_upgrade === true;
    const bytes = callTable([0, u8(2)], [1, u8(Number(isInstall))], [2, RUNTIME_V1], [3, sized(moduleBytes)]);
    return { session: { kind: 'ModuleBytes', moduleBytes, args }, bytes, isInstall };
  }
  const { id, runtime } = asFields(Stored);
  checkRuntime(runtime);
  const called = storedOf(asFields(id), asText(asFields(entryPoint).Custom), args);
  return { ...called, bytes: callTable([0, u8(1)], [1, called.bytes], [2, RUNTIME_V1]), isInstall: false };
}

function storedOf(id: Fields, entryPoint: string, args: DeployItem['args']): Pick<Target, 'session' | 'bytes'> {
  const call = { entryPoint, args };
  if (id.ByHash !== undefined) {
    const hash = digest(id.ByHash);
    return { session: { kind: 'StoredContractByHash', hash, ...call }, bytes: callTable([0, u8(0)], [1, unhex(hash)]) };
  }
  if (id.ByName !== undefined) {
    const name = asText(id.ByName);
    return { session: { kind: 'StoredContractByName', name, ...call }, bytes: callTable([0, u8(1)], [1, text(name)]) };
  }
  const { addr, name, version, protocol_version_major } = asFields(id.ByPackageHash ?? id.ByPackageName);
  const versions = versionOf(version);
  const major = versionOf(protocol_version_major);
  if (major !== null && major !== 2) throw new FormatError('only contracts of the major version 2 are here');
  const rest = [[2, option(versions)] as const, ...(major === null ? [] : [[3, option(major)] as const])];
  if (id.ByPackageHash !== undefined) {
    const hash = digest(addr);
    const session: DeployItem = { kind: 'StoredVersionedContractByHash', hash, version: versions, ...call };
    return { session, bytes: callTable([0, u8(2)], [1, unhex(hash)], ...rest) };
  }
  const known = asText(name);
  const session: DeployItem = { kind: 'StoredVersionedContractByName', name: known, version: versions, ...call };
  return { session, bytes: callTable([0, u8(3)], [1, text(known)], ...rest) };
}

function entryPointBytes(json: unknown): Bytes {
  if (json === 'Call') return callTable([0, u8(0)]);
  if (json === 'Transfer') return callTable([0, u8(2)]);
  return callTable([0, u8(1)], [1, text(asText(asFields(json).Custom))]);
}

function checkRuntime(runtime: unknown): void {
  if (runtime !== 'VmCasperV1') throw new FormatError('only the runtime VmCasperV1 is known here');
}

function versionOf(json: unknown): number | null {
  return json === undefined || json === null ? null : asWhole(json);
}

function option(value: number | null): Bytes {
  return value === null ? u8(0) : concat(u8(1), u32(value));
}

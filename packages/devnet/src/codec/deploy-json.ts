import { FormatError, hex, unhex } from './bytes.ts';
import { typeFromJson } from './cl-type.ts';
import { type Args, type CLValue, valueToJson } from './cl-value.ts';
import type { Approval, Deploy, DeployHeader, DeployItem } from './deploy.ts';
import { durationMs } from './duration.ts';
import { accountKeyOf } from './keys.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the JSON of a deploy. Fields that a deploy does not have are dropped, hexadecimal digits become small.
 * @throws FormatError when it is not the JSON of a deploy
 */
export function deployFromJson(json: unknown): Deploy {
  const fields = asFields(json);
  return {
    hash: digest(fields.hash),
    header: headerFromJson(asFields(fields.header)),
    payment: itemFromJson(fields.payment),
    session: itemFromJson(fields.session),
    approvals: asList(fields.approvals).map(approvalFromJson),
  };
}

export function deployToJson(deploy: Deploy): unknown {
  const { header } = deploy;
  return {
    hash: deploy.hash,
    header: {
      account: header.account,
      timestamp: header.timestamp,
      ttl: header.ttl,
      gas_price: header.gasPrice,
      body_hash: header.bodyHash,
      dependencies: header.dependencies,
      chain_name: header.chainName,
    },
    payment: itemToJson(deploy.payment),
    session: itemToJson(deploy.session),
    approvals: deploy.approvals,
  };
}

function headerFromJson(fields: Fields): DeployHeader {
  return {
    account: publicKey(fields.account),
    ...timestampAndTtl(fields),
    gasPrice: asWhole(fields.gas_price),
    bodyHash: digest(fields.body_hash),
    dependencies: asList(fields.dependencies).map(digest),
    chainName: asText(fields.chain_name),
  };
}

/** @throws FormatError */
export function timestampAndTtl(fields: Fields): { readonly timestamp: string; readonly ttl: string } {
  const timestamp = asText(fields.timestamp);
  const ttl = asText(fields.ttl);
  durationMs(ttl);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(timestamp)) throw new FormatError('not a timestamp');
  if (!(Date.parse(timestamp) >= 0)) throw new FormatError('not a timestamp');
  return { timestamp, ttl };
}

function itemFromJson(json: unknown): DeployItem {
  const entries = Object.entries(asFields(json));
  const [[kind, content] = ['', null]] = entries;
  if (entries.length !== 1) throw new FormatError('not one item of a deploy');
  const fields = asFields(content);
  const args = argsFromJson(fields.args);
  const entryPoint = () => asText(fields.entry_point);
  switch (kind) {
    case 'ModuleBytes':
      return { kind, moduleBytes: unhex(asText(fields.module_bytes)), args };
    case 'StoredContractByHash':
      return { kind, hash: digest(fields.hash), entryPoint: entryPoint(), args };
    case 'StoredContractByName':
      return { kind, name: asText(fields.name), entryPoint: entryPoint(), args };
    case 'StoredVersionedContractByHash':
      return { kind, hash: digest(fields.hash), version: version(fields.version), entryPoint: entryPoint(), args };
    case 'StoredVersionedContractByName':
      return { kind, name: asText(fields.name), version: version(fields.version), entryPoint: entryPoint(), args };
    case 'Transfer':
      return { kind, args };
    default:
      throw new FormatError('unknown item of a deploy');
  }
}

function itemToJson(item: DeployItem): unknown {
  const args = [...item.args].map(([name, value]) => [name, valueToJson(value)]);
  switch (item.kind) {
    case 'ModuleBytes':
      return { ModuleBytes: { module_bytes: hex(item.moduleBytes), args } };
    case 'StoredContractByHash':
      return { [item.kind]: { hash: item.hash, entry_point: item.entryPoint, args } };
    case 'StoredContractByName':
      return { [item.kind]: { name: item.name, entry_point: item.entryPoint, args } };
    case 'StoredVersionedContractByHash':
      return { [item.kind]: { hash: item.hash, version: item.version, entry_point: item.entryPoint, args } };
    case 'StoredVersionedContractByName':
      return { [item.kind]: { name: item.name, version: item.version, entry_point: item.entryPoint, args } };
    case 'Transfer':
      return { Transfer: { args } };
  }
}

export function argsFromJson(json: unknown): Args {
  const args = new Map<string, CLValue>();
  for (const pair of asList(json)) {
    const [name, value] = asList(pair);
    const { bytes, cl_type } = asFields(value);
    if (args.has(asText(name))) throw new FormatError('an argument is there twice');
    args.set(asText(name), { bytes: unhex(asText(bytes)), type: typeFromJson(cl_type) });
  }
  return args;
}

export function approvalFromJson(json: unknown): Approval {
  const { signer, signature } = asFields(json);
  return { signer: publicKey(signer), signature: hex(unhex(asText(signature))) };
}

export function asFields(json: unknown): Fields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new FormatError('not an object');
  return json as Fields;
}

export function asList(json: unknown): readonly unknown[] {
  if (!Array.isArray(json)) throw new FormatError('not a list');
  return json;
}

export function asText(json: unknown): string {
  // A lone half of a surrogate pair has no UTF-8 form.
  if (typeof json !== 'string' || !json.isWellFormed()) throw new FormatError('not a text');
  return json;
}

export function asWhole(json: unknown): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 0) throw new FormatError('not a whole number');
  return json;
}

function version(json: unknown): number | null {
  if (json === null || json === undefined) return null;
  if (asWhole(json) > 0xffffffff) throw new FormatError('not a version');
  return asWhole(json);
}

export function digest(json: unknown): string {
  const digits = hex(unhex(asText(json)));
  if (digits.length !== 64) throw new FormatError('not a hash');
  return digits;
}

export function publicKey(json: unknown): string {
  const key = hex(unhex(asText(json)));
  accountKeyOf(key);
  return key;
}

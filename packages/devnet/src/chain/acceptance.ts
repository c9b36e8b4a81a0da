import { FormatError } from '../codec/bytes.ts';
import { bigUintOf, argsToBytes, type CLValue } from '../codec/cl-value.ts';
import { bodyHashOf, type Deploy, deployHashOf, expiresAtMs, timestampMs } from '../codec/deploy.ts';
import { durationMs } from '../codec/duration.ts';
import { accountKeyOf, type StateKey } from '../codec/keys.ts';
import { isSignedBy } from '../codec/signature.ts';
import { PROTOCOL } from '../protocol/current.ts';
import { isAccount, type Stored } from '../vm/stored.ts';
import { argsBytesOf, laneOf, sizeOf } from './lanes.ts';
import { balanceOf } from './purses.ts';
import { contractOf } from './targets.ts';

const LIMITS = PROTOCOL.transactions;

const invalid = (why: string) => `the deploy was invalid: ${why}`;

/** The reason why the deploy contradicts itself, or null. Needs no chain. */
export function forgeryOf(deploy: Deploy): string | null {
  // A transaction is its payload, and was read from it.
  if (deploy.transaction ? deploy.header.bodyHash !== deploy.hash : deployHashOf(deploy) !== deploy.hash) {
    return invalid('invalid deploy hash');
  }
  if (!deploy.transaction && bodyHashOf(deploy) !== deploy.header.bodyHash) return invalid('invalid body hash');
  if (deploy.approvals.length === 0) return invalid('the deploy has no approvals');
  const { length } = deploy.approvals;
  if (length > LIMITS.approvals) {
    return invalid(`number of approvals ${length} exceeds the maximum number of associated keys ${LIMITS.approvals}`);
  }
  const forged = deploy.approvals.find((approval) => !isSignedBy(approval, deploy.hash));
  return forged ? invalid(`invalid approval signature by ${forged.signer}`) : null;
}

/** Why the deploy is not for this chain and this hour, or null. */
export function headerRefusal({ header }: Deploy, chainName: string, nowMs: number): string | null {
  if (header.chainName !== chainName) {
    return invalid(`invalid chain name: expected ${chainName}, got ${header.chainName}`);
  }
  if (header.dependencies.length > 0) return invalid('dependencies no longer supported');
  if (header.gasPrice < LIMITS.gasPriceMin) return invalid(`gas price tolerance of ${header.gasPrice} is too low`);
  if (durationMs(header.ttl) > LIMITS.ttlMs) return invalid('time-to-live exceeds limit');
  if (timestampMs(header) > nowMs + LIMITS.timestampLeewayMs) return invalid('timestamp in the future');
  return isExpired(header, nowMs) ? 'the deploy received by the node has expired' : null;
}

export function isExpired(header: Deploy['header'], nowMs: number): boolean {
  return expiresAtMs(header) < nowMs;
}

/** Why the deploy cannot be paid or run in the state of now, or null. */
export function stateRefusal(deploy: Deploy, read: (key: StateKey) => Stored | undefined): string | null {
  const { account } = deploy.header;
  if (deploy.approvals.some(({ signer }) => signer !== account))
    return 'the deploy was sent with invalid authorization';
  const payer = read(accountKeyOf(account));
  if (!isAccount(payer)) return invalid('no such addressable entity / account');
  const refusal = configRefusal(deploy);
  if (refusal) return invalid(refusal);
  const limit = gasLimitOf(deploy) ?? 0n;
  const needed = limit > LIMITS.baseline ? limit : LIMITS.baseline;
  if ((balanceOf(read, payer.mainPurse) ?? 0n) < needed) return invalid('insufficient balance');
  return targetRefusal(deploy, read);
}

/** The rules of the network for any deploy, in the order and the words of a node. */
function configRefusal(deploy: Deploy): string | null {
  const gas = gasLimitOf(deploy);
  if (gas === null) return "missing payment 'amount' runtime argument";
  const lane = laneOf(deploy, gas);
  if (!lane) return 'chainspec didnt have any wasm lanes defined which is required for wasm based deploys';
  const size = sizeOf(deploy);
  if (size > lane.bytes) {
    return `deploy size too large: deploy size of ${size} bytes exceeds limit of ${lane.bytes}`;
  }
  if (gas > LIMITS.block.gas) {
    return `payment amount of ${gas} exceeds the block gas limit of ${LIMITS.block.gas}`;
  }
  const args = argsBytesOf(deploy);
  if (args > lane.argsBytes) return `serialized args of ${args} exceeds limit of ${lane.argsBytes}`;
  if (deploy.transaction) return gas < LIMITS.baseline && lane.id !== 0 ? 'invalid payment amount' : null;
  const paymentArgs = argsToBytes(deploy.payment.args).length;
  if (paymentArgs > LIMITS.paymentArgsBytes) {
    return `serialized payment code runtime args of ${paymentArgs} exceeds limit of ${LIMITS.paymentArgsBytes}`;
  }
  const sessionArgs = argsToBytes(deploy.session.args).length;
  if (sessionArgs > LIMITS.sessionArgsBytes) {
    return `serialized session code runtime args of ${sessionArgs} exceeds limit of ${LIMITS.sessionArgsBytes}`;
  }
  return deploy.session.kind !== 'Transfer' && gas < LIMITS.baseline ? 'invalid payment amount' : null;
}

function targetRefusal(deploy: Deploy, read: (key: StateKey) => Stored | undefined): string | null {
  const { session } = deploy;
  if (session.kind === 'ModuleBytes') {
    return session.moduleBytes.length === 0 ? invalid('session module bytes are empty') : null;
  }
  if (session.kind === 'Transfer') {
    const amount = amountOf(session.args.get('amount'));
    if (amount === null) return invalid('missing or malformed transfer amount');
    if (amount >= LIMITS.transferMin) return null;
    return invalid(`insufficient transfer amount; minimum: ${LIMITS.transferMin} attempted: ${amount}`);
  }
  const target = contractOf(session, accountKeyOf(deploy.header.account), read);
  if (!target) return invalid('no such contract');
  const isThere = target.contract.entryPoints.some(({ name }) => name === session.entryPoint);
  return isThere ? null : invalid('no such entry point');
}

/** The gas that the deploy may use, which at gas price 1 is paid with as many motes; null when it pays in no standard way. */
export function gasLimitOf({ payment, session }: Deploy): bigint | null {
  if (session.kind === 'Transfer') return PROTOCOL.nativeTransferGas;
  if (payment.kind !== 'ModuleBytes' || payment.moduleBytes.length > 0) return null;
  return amountOf(payment.args.get('amount'));
}

export function amountOf(value: CLValue | undefined): bigint | null {
  if (value?.type !== 'U512') return null;
  try {
    return bigUintOf(value);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

import { FormatError } from '../codec/bytes.ts';
import { bigUintOf, argsToBytes, type CLValue } from '../codec/cl-value.ts';
import { bodyHashOf, type Deploy, deployHashOf, deploySize, expiresAtMs, timestampMs } from '../codec/deploy.ts';
import { durationMs } from '../codec/duration.ts';
import { accountKeyOf, type StateKey } from '../codec/keys.ts';
import { isSignedBy } from '../codec/signature.ts';
import { isAccount, type Stored } from '../vm/stored.ts';
import { LIMITS } from './limits.ts';
import { balanceOf } from './purses.ts';
import { contractOf } from './targets.ts';

const invalid = (why: string) => `the deploy was invalid: ${why}`;

/** Why the deploy is not what it says it is, or null. Needs no chain. */
export function forgeryOf(deploy: Deploy): string | null {
  if (bodyHashOf(deploy) !== deploy.header.bodyHash) return invalid('invalid body hash');
  if (deployHashOf(deploy) !== deploy.hash) return invalid('invalid deploy hash');
  if (deploy.approvals.length === 0) return invalid('the deploy has no approvals');
  if (deploy.approvals.length > LIMITS.approvals) return invalid('the deploy has too many approvals');
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
  const size = sizeRefusal(deploy);
  if (size) return invalid(size);
  const payer = read(accountKeyOf(account));
  if (!isAccount(payer)) return invalid('no such addressable entity / account');
  const payment = paymentOf(deploy);
  if (payment === null) return invalid("missing or malformed payment argument 'amount'");
  if (payment < LIMITS.paymentMin) return invalid('payment too low');
  if (payment > LIMITS.blockGas) return invalid(`payment amount of ${payment} exceeds the block gas limit`);
  if ((balanceOf(read, payer.mainPurse) ?? 0n) < payment) return invalid('insufficient balance');
  return targetRefusal(deploy, read);
}

function sizeRefusal(deploy: Deploy): string | null {
  const sessionArgs = argsToBytes(deploy.session.args).length;
  if (sessionArgs > LIMITS.sessionArgsBytes) {
    return `serialized session code runtime args of ${sessionArgs} exceeds limit of ${LIMITS.sessionArgsBytes}`;
  }
  const paymentArgs = argsToBytes(deploy.payment.args).length;
  if (paymentArgs > LIMITS.paymentArgsBytes) {
    return `serialized payment code runtime args of ${paymentArgs} exceeds limit of ${LIMITS.paymentArgsBytes}`;
  }
  const size = deploySize(deploy);
  return size > LIMITS.deployBytes ? `deploy size of ${size} bytes exceeds limit of ${LIMITS.deployBytes}` : null;
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

/** The motes that the deploy may cost at most; null when it pays in no standard way. */
export function paymentOf({ payment }: Deploy): bigint | null {
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

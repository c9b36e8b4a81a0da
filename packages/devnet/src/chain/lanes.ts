import { argsToBytes } from '../codec/cl-value.ts';
import { type Deploy, deploySize } from '../codec/deploy.ts';
import { transactionSize } from '../codec/transaction.ts';
import { PROTOCOL } from '../protocol/current.ts';
import type { Lane } from '../protocol/protocol.ts';

const { lanes } = PROTOCOL.transactions;

/** The lane of a deploy that may use so much gas, or null when none takes it. */
export function laneOf(deploy: Deploy, gas: bigint): Lane | null {
  if (deploy.session.kind === 'Transfer') return lanes.transfer;
  if (deploy.transaction?.isInstall) return lanes.install;
  return wasmLane(gas, sizeOf(deploy), argsBytesOf(deploy));
}

export function sizeOf(deploy: Deploy): number {
  return deploy.transaction ? transactionSize(deploy, deploy.transaction) : deploySize(deploy);
}

/** The bytes of all arguments; a transaction pays without any, and says with one byte that they have names. */
export function argsBytesOf({ payment, session, transaction }: Deploy): number {
  const sessionArgs = argsToBytes(session.args).length;
  return sessionArgs + (transaction ? 1 : argsToBytes(payment.args).length);
}

/** The cheapest lane of wasm that takes so much gas, so many bytes altogether and so many bytes of arguments. */
export function wasmLane(gas: bigint, bytes: number, argsBytes: number): Lane | null {
  return lanes.wasm.find((lane) => gas <= lane.gas && bytes <= lane.bytes && argsBytes <= lane.argsBytes) ?? null;
}

/** The part of the waiting deploys that fits into one block. A deploy that waits on holds back those of its account. */
export function fitting(waiting: readonly Deploy[], gasLimitOf: (deploy: Deploy) => bigint | null): Deploy[] {
  const { block } = PROTOCOL.transactions;
  const left = { gas: block.gas, bytes: block.bytes, approvals: block.approvals };
  const taken = new Map<number, number>();
  const held = new Set<string>();
  return waiting.filter((deploy) => {
    const gas = gasLimitOf(deploy) ?? 0n;
    const lane = laneOf(deploy, gas);
    const bytes = sizeOf(deploy);
    const count = lane ? (taken.get(lane.id) ?? 0) : 0;
    const isRoom = gas <= left.gas && bytes <= left.bytes && deploy.approvals.length <= left.approvals;
    if (!lane || count >= lane.perBlock || !isRoom || held.has(deploy.header.account)) {
      held.add(deploy.header.account);
      return false;
    }
    taken.set(lane.id, count + 1);
    left.gas -= gas;
    left.bytes -= bytes;
    left.approvals -= deploy.approvals.length;
    return true;
  });
}

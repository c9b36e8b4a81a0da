import { OutOfGas } from './errors.ts';

/** The one pool of gas of a deploy; every contract that it calls takes from it. */
export class Gas {
  readonly limit: bigint;
  left: bigint;

  constructor(limit: bigint) {
    this.limit = limit;
    this.left = limit;
  }

  /** @throws OutOfGas */
  charge(amount: bigint): void {
    this.left -= amount;
    if (this.left < 0n) throw new OutOfGas();
  }

  get consumed(): bigint {
    return this.left < 0n ? this.limit : this.limit - this.left;
  }
}

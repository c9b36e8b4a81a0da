import { OutOfGas } from './errors.ts';

/** The one pool of gas of a deploy; every contract that it calls takes from it. All amounts stay far below 2⁵³. */
export class Gas {
  readonly limit: bigint;
  #left: number;

  constructor(limit: bigint) {
    this.limit = limit;
    this.#left = Number(limit);
  }

  /** @throws OutOfGas */
  charge(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw new OutOfGas();
  }

  get consumed(): bigint {
    return this.#left < 0 ? this.limit : this.limit - BigInt(this.#left);
  }
}

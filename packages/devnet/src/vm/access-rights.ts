import type { URef } from '../codec/keys.ts';
import { forged } from './errors.ts';

/** The URefs that the running code was given, with their rights. Knowing an address is not enough to use it. */
export class AccessRights {
  readonly #rights = new Map<string, number>();

  grant({ address, rights }: URef): void {
    this.#rights.set(address, this.of(address) | rights);
  }

  of(address: string): number {
    return this.#rights.get(address) ?? 0;
  }

  holds({ address, rights }: URef): boolean {
    return this.#rights.has(address) && (rights & ~this.of(address)) === 0;
  }

  /** @throws Trap when the URef claims more than was given */
  require(uref: URef): void {
    if (!this.holds(uref)) throw forged(uref);
  }
}

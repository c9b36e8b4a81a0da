import { type URef, urefText } from '../codec/keys.ts';
import { Trap } from './errors.ts';

/** Which URefs the running code was given, and with which rights. Knowing an address is not enough to use it. */
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

  /**
   * @param needed the right that what follows needs, a bit of `RIGHTS`
   * @throws Trap when the URef claims more than was given, or lacks what is needed
   */
  require(uref: URef, needed: number): void {
    if (!this.holds(uref) || (uref.rights & needed) !== needed) throw new Trap(`Forged reference: ${urefText(uref)}`);
  }
}

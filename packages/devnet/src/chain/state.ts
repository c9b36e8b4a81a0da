import type { StateKey } from '../codec/keys.ts';
import type { Stored } from '../vm/stored.ts';

type Version = { readonly height: number; readonly stored: Stored };

/** Global state as it was after every block: each key keeps what was written to it, and when. */
export class State {
  readonly #versions = new Map<StateKey, Version[]>();

  /** @param height of the block after which to look; the newest without it */
  get(key: StateKey, height = Number.POSITIVE_INFINITY): Stored | undefined {
    return this.#versions.get(key)?.findLast((version) => version.height <= height)?.stored;
  }

  apply(effects: ReadonlyMap<StateKey, Stored>, height: number): void {
    for (const [key, stored] of effects) {
      const versions = this.#versions.get(key);
      if (versions) versions.push({ height, stored });
      else this.#versions.set(key, [{ height, stored }]);
    }
  }

  /** Everything as it is now. */
  *entries(): Iterable<readonly [StateKey, Stored]> {
    for (const [key, versions] of this.#versions) {
      const newest = versions.at(-1);
      if (newest) yield [key, newest.stored];
    }
  }
}

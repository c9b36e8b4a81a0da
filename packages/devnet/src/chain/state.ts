import type { StateKey } from '../codec/keys.ts';
import { type Stored, unlessPruned, type Written } from '../vm/stored.ts';

type Version = { readonly height: number; readonly stored: Written };

/** Global state as it was after every block: each key keeps its values, and when each was written. */
export class State {
  readonly #versions = new Map<StateKey, Version[]>();

  /** @param height of the block after which to look; the newest without it */
  get(key: StateKey, height = Number.POSITIVE_INFINITY): Stored | undefined {
    return unlessPruned(this.#versions.get(key)?.findLast((version) => version.height <= height)?.stored);
  }

  apply(effects: ReadonlyMap<StateKey, Written>, height: number): void {
    for (const [key, stored] of effects) {
      const versions = this.#versions.get(key);
      if (versions) versions.push({ height, stored });
      else this.#versions.set(key, [{ height, stored }]);
    }
  }

  /** All keys with their present values. */
  *entries(): Iterable<readonly [StateKey, Stored]> {
    for (const [key, versions] of this.#versions) {
      const newest = unlessPruned(versions.at(-1)?.stored);
      if (newest) yield [key, newest];
    }
  }
}

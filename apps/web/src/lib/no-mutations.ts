/**
 * Stands in the build for the part of the query library that keeps mutations. What changes something goes out through
 * `use-send.ts`; the library's client makes this cache all the same, and every page would pay for it.
 */
export class MutationCache {
  clear(): void {}

  findAll(): [] {
    return [];
  }

  getAll(): [] {
    return [];
  }

  async resumePausedMutations(): Promise<void> {}

  build(): never {
    throw new Error('Mutations are left out of the build: send with use-send.ts');
  }
}

import type { Db, Tx } from '../db/db.ts';

/**
 * The open transaction as a `Db`: transactions begun on it, as by jobs, become part of it, so that many of them happen
 * together or not at all. They must come one after the other.
 */
export function joinTransaction(tx: Tx): Db {
  const begin = {
    setIsolationLevel: () => begin,
    execute: (work: (tx: Tx) => Promise<unknown>) => work(tx),
  };
  return new Proxy(tx as unknown as Db, {
    get(target, name) {
      if (name === 'transaction') return () => begin;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

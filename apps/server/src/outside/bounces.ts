import type { Outside } from './outside.ts';

/** Remembers an address that does not exist: unsolicited mail is no longer sent there. */
export function recordBounces({ db, now }: Pick<Outside, 'db' | 'now'>): (address: string) => Promise<void> {
  return async (address) => {
    await db
      .insertInto('suppressedAddresses')
      .values({ address: address.toLowerCase(), kind: 'all', reason: 'bounced', at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
}

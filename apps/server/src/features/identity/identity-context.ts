import type { Outside } from '../../outside.ts';
import type { CallerReader } from './caller-reader.ts';
import { createExchanges, type Exchanges } from './exchanges.ts';
import { createIdentityLimits, type IdentityLimits } from './identity-limits.repository.ts';
import { createOneTimeCodes, type OneTimeCodes } from './one-time-codes.repository.ts';
import { createPasswords, type Passwords } from './passwords.ts';

/** What the use cases of the identity service share. */
export type IdentityContext = Pick<Outside, 'db' | 'now' | 'secret' | 'log'> & {
  readonly callers: Pick<CallerReader, 'forget'>;
  readonly passwords: Passwords;
  readonly exchanges: Exchanges;
  readonly limits: IdentityLimits;
  readonly codes: OneTimeCodes;
};

export function createIdentityContext(outside: Outside, callers: Pick<CallerReader, 'forget'>): IdentityContext {
  return {
    db: outside.db,
    now: outside.now,
    secret: outside.secret,
    log: outside.log,
    callers,
    passwords: createPasswords(),
    exchanges: createExchanges(),
    limits: createIdentityLimits(outside),
    codes: createOneTimeCodes(outside.secret),
  };
}

import type { Keyring } from '../../config/secret.ts';
import type { Outside } from '../../outside/outside.ts';
import type { CallerReader } from './caller-reader.ts';
import { appSecretKeys } from './app-codes.ts';
import { createExchanges, type Exchanges } from './exchanges.ts';
import { createIdentityLimits, type IdentityLimits } from './identity-limits.repository.ts';
import { createOneTimeCodes, type OneTimeCodes } from './code-requests.repository.ts';
import { createPasswords, type Passwords } from './passwords.ts';

/** The common context of the identity service's use cases. */
export type IdentityContext = Pick<Outside, 'db' | 'now' | 'realNow' | 'secret' | 'log' | 'config' | 'metrics'> & {
  readonly callers: Pick<CallerReader, 'forget'>;
  readonly passwords: Passwords;
  readonly exchanges: Exchanges;
  readonly limits: IdentityLimits;
  readonly codes: OneTimeCodes;
  /** Seals the secrets of authenticator apps. */
  readonly appSecretKeys: Keyring;
  /** Whether staff need a second factor (R34.1). */
  readonly requireSecondFactor: boolean;
};

export function createIdentityContext(outside: Outside, callers: Pick<CallerReader, 'forget'>): IdentityContext {
  return {
    db: outside.db,
    now: outside.now,
    realNow: outside.realNow,
    secret: outside.secret,
    log: outside.log,
    config: outside.config,
    metrics: outside.metrics,
    callers,
    passwords: createPasswords(),
    exchanges: createExchanges(),
    limits: createIdentityLimits(outside),
    codes: createOneTimeCodes(outside.secret),
    appSecretKeys: appSecretKeys(outside.secret),
    requireSecondFactor: outside.config.requireSecondFactor,
  };
}

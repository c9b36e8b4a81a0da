import { Secret, TOTP } from 'otpauth';
import type { Place } from '../../config/seal.ts';
import { type AppSecret, deriveKeys, type Keyring } from '../../config/secret.ts';

const PERIOD_SECONDS = 30;
/** A phone's clock may be half a minute off in either direction. */
const STEPS_OFF = 1;

/** A new secret, and the address that an authenticator app reads from a picture or opens. */
export function newAppSecret(account: string): { secret: string; url: string } {
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ issuer: 'Sathi', label: account, secret, period: PERIOD_SECONDS });
  return { secret: secret.base32, url: totp.toString() };
}

/** The half minute whose code this is, counted since 1970; null when it is none of now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    period: PERIOD_SECONDS,
    timestamp,
    window: STEPS_OFF,
  });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

export function appSecretKeys(secret: AppSecret): Keyring {
  return deriveKeys(secret, 'app-secrets');
}

/** An account has one app, and at most one that is being added in a session. */
export function appSecretPlace(table: 'second_factors' | 'factor_questions', subject: string): Place {
  return [table, subject];
}

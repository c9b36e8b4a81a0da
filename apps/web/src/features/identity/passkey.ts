import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { call } from '../../lib/api.ts';

/** Asks the device for one of its passkeys; of a sign-in under way when its session is named. */
export async function usedPasskey(session?: string) {
  const options = await call('askPasskey', { body: session === undefined ? {} : { session } });
  return startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
}

/** Asks the device to make a passkey. */
export async function madePasskey(options: unknown) {
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
}

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

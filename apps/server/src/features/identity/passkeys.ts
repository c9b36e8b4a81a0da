import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** The product as an authenticator knows it: the domain its keys belong to, and the origin that may ask for them. */
export type Party = { readonly id: string; readonly origin: string };

/** The parts of a passkey that are kept. The key is base64url. */
export type Passkey = {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** EdDSA, ES256 and RS256: what today's authenticators have. */
const ALGORITHMS = [-8, -7, -257];

export function partyOf(address: string): Party {
  const { hostname: id, origin } = new URL(address);
  return { id, origin };
}

/** The options for a browser to make a passkey. Ones that are known already are not made twice. */
export async function newPasskeyOptions(
  party: Party,
  account: { readonly subject: string; readonly name: string },
  known: readonly Pick<Passkey, 'credentialId'>[],
) {
  return generateRegistrationOptions({
    rpName: 'Sathi',
    rpID: party.id,
    userID: new TextEncoder().encode(account.subject),
    userName: account.name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The options for a browser to use one of these passkeys. */
export async function passkeyQuestion(party: Party, known: readonly Passkey[]) {
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    userVerification: 'preferred',
  });
}

/** The new passkey, or null when the answer does not belong to the question, to this product, or to any passkey at all. */
export async function readNewPasskey(party: Party, challenge: string, answer: unknown): Promise<Passkey | null> {
  const response = answer as RegistrationResponseJSON;
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

/** The counter after this use, or null when the answer was not signed by the passkey for this question and product. */
export async function usePasskey(
  party: Party,
  challenge: string,
  { credentialId, publicKey, counter }: Passkey,
  answer: unknown,
): Promise<number | null> {
  const verified = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

type Kept = { readonly id: number; readonly credentialId: string | null; readonly publicKey: string | null } & Pick<
  Passkey,
  'counter' | 'transports'
>;

/** The passkeys among the second factors of an account. */
export function passkeysOf(factors: readonly Kept[]): Array<Passkey & { readonly id: number }> {
  return factors.flatMap(({ id, credentialId, publicKey, counter, transports }) =>
    credentialId !== null && publicKey !== null ? [{ id, credentialId, publicKey, counter, transports }] : [],
  );
}

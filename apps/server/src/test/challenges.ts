import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

type Refused = { readonly challenge: Parameters<typeof solveChallenge>[0]['challenge'] };

/** The header that answers the challenge of a refusal, as a browser makes it. */
export async function answerTo({ challenge }: Refused): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

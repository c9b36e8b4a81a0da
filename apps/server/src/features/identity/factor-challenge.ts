import { hashToken, newToken } from '../../config/tokens.ts';
import type { Tx } from '../../db/db.ts';
import { putQuestion } from './factor-questions.repository.ts';
import { countRecoveryCodes, type FactorKind, listFactors } from './second-factors.repository.ts';

export type FactorChallenge = {
  readonly challenge: 'SECOND_FACTOR';
  readonly session: string;
  readonly methods: Array<FactorKind | 'recoveryCode'>;
};

/** Staff have given the right password; their second factor comes next, within ten minutes. Null when they have none. */
export async function askSecondFactor(tx: Tx, subject: string, now: Date): Promise<FactorChallenge | null> {
  const kinds = [...new Set((await listFactors(tx, subject)).map(({ kind }) => kind))];
  if (kinds.length === 0) return null;
  const session = newToken();
  await putQuestion(tx, { name: hashToken(session), subject }, now);
  const hasCodes = (await countRecoveryCodes(tx, subject)) > 0;
  return { challenge: 'SECOND_FACTOR', session, methods: [...kinds, ...(hasCodes ? ['recoveryCode' as const] : [])] };
}

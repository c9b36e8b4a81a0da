import { passwordProblem } from '@sathi/domain/accounts.ts';
import type { TextKey } from '../../lib/text.tsx';

export type NewPassword = { password: string; confirmation: string };

/** The problems of a chosen password, by field. Common passwords are known to the server only. */
export function newPasswordProblems({ password, confirmation }: NewPassword): {
  password?: TextKey;
  confirmation?: TextKey;
} {
  const problem = passwordProblem(password, () => false);
  return {
    ...(problem === 'password_too_short' && { password: 'identity.problem.passwordTooShort' }),
    ...(problem === 'password_too_long' && { password: 'identity.problem.passwordTooLong' }),
    ...(confirmation !== password && { confirmation: 'identity.problem.passwordsDiffer' }),
  };
}

/** The problem of an identity that is neither a phone nor an e-mail address. */
export function identityProblem(typed: string): TextKey {
  return typed.trim() === '' ? 'identity.problem.phoneRequired' : 'identity.problem.phoneInvalid';
}

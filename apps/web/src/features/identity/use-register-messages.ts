import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { type Draft, type Problems, STEPS } from './registration.ts';
import type { useRegister } from './use-register.ts';

type Field = keyof Draft;
export type FieldMessages = Readonly<Partial<Record<Field, string | undefined>>>;

/**
 * Our own findings first, then the service's refusal: at its field where it names one, else for the whole. `wrongStep` is
 * the first step with something to mend, undefined where there is none.
 */
export function useRegisterMessages(problems: Problems, register: ReturnType<typeof useRegister>) {
  const { t } = useText();
  const { taken, error, isAccountMade } = register;
  const isBothTaken = taken.byEmail && taken.byPhone;
  const refused: FieldMessages = {
    phone: taken.byPhone && !isBothTaken ? t('identity.problem.phoneExists') : error?.messageFor('username'),
    email:
      taken.byEmail && !isBothTaken
        ? t('identity.problem.emailExists')
        : (error?.messageFor('email') ?? error?.messageFor('attributes.email')),
    password: error?.messageFor('password'),
    firstName: error?.messageFor('firstName'),
    lastName: error?.messageFor('lastName'),
    bio: error?.messageFor('bio'),
  };
  const message = (field: Field) => (problems[field] ? t(problems[field]) : refused[field]);
  const byField: FieldMessages = Object.fromEntries(STEPS.flat().map((field) => [field, message(field)]));
  const isAtField = Object.values(refused).some(Boolean);
  const accountNote = isAccountMade ? ` ${t('identity.register.accountMade')}` : '';
  const refusal = error && !isAtField ? `${errorSentence(error, t)}${accountNote}` : undefined;
  const wrong = STEPS.findIndex((fields) => fields.some((field) => byField[field]));
  const atField = wrong < 0 ? undefined : wrong;
  return {
    byField,
    whole: isBothTaken ? t('identity.problem.bothExist') : refusal,
    wrongStep: isBothTaken ? 0 : atField,
  };
}

import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import bioTexts from 'virtual:texts/features/identity/bio-field.tsx';
import problemTexts from 'virtual:texts/features/identity/registration.ts';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { paths, useMfiName } from '../../lib/paths.ts';
import { e164, emptyPhone, loadPhoneLibrary } from '../../lib/phone.ts';
import { loadTexts, useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { secondsFromNow, useHandover } from './handover.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { EmailField, NameFields } from './profile-fields.tsx';
import type { Draft, Problems } from './registration.ts';
import { TermsAgreement } from './terms.tsx';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import { useRegister } from './use-register.ts';

/** Optional, with its counter: the server draws it, and it comes to life a moment after the rest. */
const BioField = lazyPart(() => import('./bio-field.tsx'), bioTexts);

type Typed = Omit<Draft, 'phone'> & { phone?: Draft['phone'] };

const EMPTY: Typed = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmation: '',
  bio: '',
  hasAgreed: false,
};

/** True once everything that is required has something in it and the terms are ticked; the bio may stay empty. */
export function isFilled(draft: Draft): boolean {
  const { firstName, lastName, phone, email, password, confirmation } = draft;
  const texts = [firstName, lastName, phone.number, email];
  return texts.every((text) => text.trim() !== '') && password !== '' && confirmation !== '' && draft.hasAgreed;
}

/** Nobody is judged before the form is sent, so the rules come after the first paint. */
async function loadJudge() {
  const [judge] = await Promise.all([import('./registration.ts'), loadTexts(problemTexts)]);
  return judge;
}

export function RegisterForm() {
  const { t } = useText();
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const goVerify = useGoVerify();
  useEffect(() => void loadJudge().catch(() => undefined), []);
  const register = useRegister(goVerify);
  const draft: Draft = { ...typed, phone: typed.phone ?? emptyPhone() };
  const set = (changed: Partial<Draft>) => setTyped((before) => ({ ...before, ...changed }));

  const submit = async () => {
    if (!isFilled(draft)) return;
    const [judge] = await Promise.all([loadJudge().catch(() => undefined), loadPhoneLibrary().catch(() => undefined)]);
    // Not reached: what is wrong is then for the service to say.
    const found = judge?.problemsOf(draft) ?? {};
    setProblems(found);
    const phone = e164(draft.phone);
    if (Object.keys(found).length === 0 && phone) register.mutate({ draft, phone });
  };
  useFocusOnProblem(problems, register.data, register.error);
  const { byField, whole } = useMessages(problems, register);
  return (
    <Form onSubmit={() => void submit()} busy={register.isPending} error={whole}>
      <NameFields value={draft} onValueChange={set} errors={byField} />
      <PhoneField
        label={t('identity.field.phone')}
        hint={t('identity.register.phoneHint')}
        error={byField.phone}
        value={draft.phone}
        onValueChange={(phone) => set({ phone })}
        required
        disabled={register.isAccountMade}
      />
      <EmailField value={draft.email} onValueChange={(email) => set({ email })} error={byField.email} />
      <NewPasswordFields
        label={t('identity.field.password')}
        value={draft}
        onValueChange={({ password, confirmation }) => set({ password, confirmation })}
        errors={byField}
        disabled={register.isAccountMade}
      />
      <Suspense fallback={<Skeleton shape="box" />}>
        <BioField value={draft.bio} onValueChange={(bio) => set({ bio })} error={byField.bio} />
      </Suspense>
      <TermsAgreement checked={draft.hasAgreed} onCheckedChange={(hasAgreed) => set({ hasAgreed })} />
      <Button {...demo('register')} type="submit" wide busy={register.isPending} disabled={!isFilled(draft)}>
        {t('identity.register.submit')}
      </Button>
    </Form>
  );
}

function useGoVerify() {
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const { returnTo } = useHandover();
  return (phone: string, { codeDelivery }: { codeDelivery: { resendAfterSeconds: number } }) =>
    navigate(paths.verifyCode(mfiName), {
      state: {
        ...(returnTo && { returnTo }),
        username: phone,
        resendAt: secondsFromNow(codeDelivery.resendAfterSeconds),
      },
    });
}

type Field = keyof Draft;

/** Our own findings first, then what the service refused: at its field where it names one, else for the whole. */
function useMessages(problems: Problems, register: ReturnType<typeof useRegister>) {
  const { t } = useText();
  const { taken, error, isAccountMade } = register;
  const isBothTaken = taken.byEmail && taken.byPhone;
  const refused: Partial<Record<Field, string | undefined>> = {
    phone: taken.byPhone && !isBothTaken ? t('identity.problem.phoneExists') : error?.messageFor('username'),
    email: taken.byEmail && !isBothTaken ? t('identity.problem.emailExists') : error?.messageFor('email'),
    password: error?.messageFor('password'),
    firstName: error?.messageFor('firstName'),
    lastName: error?.messageFor('lastName'),
    bio: error?.messageFor('bio'),
  };
  const message = (field: Field) => (problems[field] ? t(problems[field]) : refused[field]);
  const byField = {
    firstName: message('firstName'),
    lastName: message('lastName'),
    phone: message('phone'),
    email: message('email'),
    password: message('password'),
    confirmation: message('confirmation'),
    bio: message('bio'),
  };
  const isAtField = Object.values(refused).some(Boolean);
  const accountNote = isAccountMade ? ` ${t('identity.register.accountMade')}` : '';
  const refusal = error && !isAtField ? `${errorSentence(error, t)}${accountNote}` : undefined;
  return { byField, whole: isBothTaken ? t('identity.problem.bothExist') : refusal };
}

import { useEffect, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { e164, loadPhoneLibrary, useEmptyPhone } from './phone.ts';
import { RegisterStep } from './register-step.tsx';
import { type Draft, filledSteps, type Problems, problemsOfStep, STEPS } from './registration.ts';
import { StepHead } from '../../ui/step-head.tsx';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import { useGoVerify } from './use-go-verify.ts';
import { useRegister } from './use-register.ts';
import { useRegisterMessages } from './use-register-messages.ts';
import { useSteps } from '../../ui/use-steps.ts';

const LAST = STEPS.length - 1;
const TITLES = [
  'identity.register.stepReach',
  'identity.register.stepPerson',
  'identity.register.stepPassword',
] as const;

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

/** A new account in three short steps. A field that the service refuses leads back to its step. */
export function RegisterForm() {
  const { t } = useText();
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const { data: mfi } = useMfi();
  const isStandIn = typed.email !== '' && typed.email === mfi?.email;
  const register = useRegister(useGoVerify(isStandIn ? { noEmail: true } : {}));
  const emptyPhone = useEmptyPhone();
  const draft: Draft = { ...typed, phone: typed.phone ?? emptyPhone };
  const filled = filledSteps(draft);
  const { step, goOn, goBackTo } = useSteps(filled, LAST);
  const { byField, whole, wrongStep } = useRegisterMessages(problems, register);

  const submit = async () => {
    await loadPhoneLibrary().catch(() => undefined);
    const found = problemsOfStep(draft, step);
    setProblems(found);
    const phone = e164(draft.phone);
    if (Object.keys(found).length > 0 || phone === undefined) return;
    if (step === LAST) return register.mutate({ draft, phone });
    register.reset();
    goOn();
  };
  useEffect(() => {
    if (wrongStep !== undefined && wrongStep < step) goBackTo(wrongStep);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer, or nobody could go on from that step
  }, [register.data, register.error]);
  useFocusOnProblem(problems, register.data, register.error);
  return (
    <Form onSubmit={() => void submit()} busy={register.isPending} error={whole}>
      <StepHead step={step} count={STEPS.length} title={t(TITLES[step] ?? TITLES[0])} />
      <RegisterStep
        step={step}
        draft={draft}
        onChange={(changed) => setTyped((before) => ({ ...before, ...changed }))}
        errors={byField}
        isAccountMade={register.isAccountMade}
      />
      {step === LAST ? (
        <Button {...help('register')} type="submit" wide busy={register.isPending} disabled={filled <= LAST}>
          {t('identity.register.submit')}
        </Button>
      ) : (
        <Button type="submit" wide>
          {t('common.stepNext')}
        </Button>
      )}
      {step > 0 && (
        <Button variant="plain" wide icon="arrow-back" disabled={register.isPending} onClick={() => goBackTo(step - 1)}>
          {t('common.stepBack')}
        </Button>
      )}
    </Form>
  );
}

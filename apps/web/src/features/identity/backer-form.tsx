import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { e164, loadPhoneLibrary, useEmptyPhone } from './phone.ts';
import { NameFields } from './profile-fields.tsx';
import { ReachFields } from './register-step.tsx';
import { type Draft, filledSteps, type Problems, problemsOfStep } from './registration.ts';
import { TermsAgreement } from './terms.tsx';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import { useGoVerify } from './use-go-verify.ts';
import { useRegister } from './use-register.ts';
import { useRegisterMessages } from './use-register-messages.ts';

/**
 * The account of a person who came to back a loan: four fields and a box. Its password is random and is forgotten after the
 * sign-in that follows the code; they choose one after the backing.
 */
export function BackerForm() {
  const { t } = useText();
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const [random] = useState(randomPassword);
  const [problems, setProblems] = useState<Problems>({});
  const register = useRegister(useGoVerify({ passwordLater: true }));
  const { byField, whole } = useRegisterMessages(problems, register);
  const phone = useEmptyPhone();
  const draft: Draft = {
    firstName: '',
    lastName: '',
    phone,
    email: '',
    bio: '',
    hasAgreed: false,
    ...typed,
    password: random,
    confirmation: random,
    passwordLater: true,
  };
  const submit = async () => {
    await loadPhoneLibrary().catch(() => undefined);
    const found = { ...problemsOfStep(draft, 0), ...problemsOfStep(draft, 1) };
    setProblems(found);
    const username = e164(draft.phone);
    if (Object.keys(found).length === 0 && username !== undefined) register.mutate({ draft, phone: username });
  };
  const change = (changed: Partial<Draft>) => setTyped((before) => ({ ...before, ...changed }));
  useFocusOnProblem(problems, register.data, register.error);
  const fields = { draft, onChange: change, errors: byField, isAccountMade: register.isAccountMade };
  return (
    <Form onSubmit={() => void submit()} busy={register.isPending} error={whole}>
      <NameFields value={draft} onValueChange={change} errors={byField} />
      <ReachFields {...fields} />
      <TermsAgreement checked={draft.hasAgreed} onCheckedChange={(hasAgreed) => change({ hasAgreed })} />
      <Button {...help('register')} type="submit" wide busy={register.isPending} disabled={filledSteps(draft) < 3}>
        {t('identity.backing.createAccount')}
      </Button>
    </Form>
  );
}

/** 192 bits. */
function randomPassword(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))));
}

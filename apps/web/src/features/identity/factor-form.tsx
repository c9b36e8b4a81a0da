import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import type { BodyOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { hasPasskeys, usedPasskey } from './passkey.ts';

export type FactorWay = 'passkey' | 'totp' | 'recoveryCode';
export type GivenFactor = Pick<BodyOf<'stepUp'>, FactorWay>;

const INSTEAD: Readonly<Record<FactorWay, TextKey>> = {
  passkey: 'factor.insteadPasskey',
  totp: 'factor.insteadApp',
  recoveryCode: 'factor.insteadRecovery',
};

type Props = {
  ways: readonly FactorWay[];
  /** The session of the sign-in under way; absent for a proof of one's own session. */
  session?: string;
  /** Sends what was given. @throws ApiError */
  onGive: (given: GivenFactor) => Promise<unknown>;
};

/** The second factor, in the way that the person has at hand. */
export function FactorForm({ ways, session, onGive }: Props) {
  const { t } = useText();
  const usable = ways.filter((one) => one !== 'passkey' || hasPasskeys());
  const [way, setWay] = useState<FactorWay>(usable[0] ?? 'recoveryCode');
  const [code, setCode] = useState('');
  const giving = useGiving(onGive);
  const choose = (next: FactorWay) => {
    setCode('');
    giving.forget();
    setWay(next);
  };
  const submit = () => {
    if (way === 'passkey') return giving.give(async () => ({ passkey: (await usedPasskey(session)) as never }));
    if (code.trim() === '') return giving.refuse(t('common.required'));
    return giving.give(async () => (way === 'totp' ? { totp: code } : { recoveryCode: code }));
  };
  return (
    <>
      <Form onSubmit={submit} busy={giving.isBusy} error={way === 'passkey' ? giving.problem : undefined}>
        <p>{t(way === 'passkey' ? 'factor.passkeyLead' : way === 'totp' ? 'factor.appLead' : 'factor.recoveryLead')}</p>
        {way === 'totp' && (
          <CodeField label={t('factor.appCode')} value={code} onValueChange={setCode} error={giving.problem} required />
        )}
        {way === 'recoveryCode' && (
          <TextField
            label={t('factor.recoveryCode')}
            name="recoveryCode"
            autoComplete="off"
            value={code}
            onValueChange={setCode}
            error={giving.problem}
            required
          />
        )}
        <Button type="submit" wide busy={giving.isBusy}>
          {t(way === 'passkey' ? 'factor.usePasskey' : 'proof.confirm')}
        </Button>
      </Form>
      {usable
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="quiet" wide disabled={giving.isBusy} onClick={() => choose(other)}>
            {t(INSTEAD[other])}
          </Button>
        ))}
    </>
  );
}

function useGiving(onGive: Props['onGive']) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const give = (read: () => Promise<GivenFactor>) => {
    setBusy(true);
    setProblem(undefined);
    read()
      .then(onGive)
      .catch((error: unknown) =>
        // The device says no in many words of its own; its person knows why.
        setProblem(error instanceof ApiError ? errorSentence(error, t) : t('factor.passkeyFailed')),
      )
      .finally(() => setBusy(false));
  };
  return { isBusy, problem, give, refuse: setProblem, forget: () => setProblem(undefined) };
}

import { lazy, Suspense } from 'react';
import { call } from '../../lib/api.ts';
import { useText } from '../../lib/text.tsx';
import { AuthPage } from './auth-page.tsx';
import { FinishProfileForm } from './finish-profile-form.tsx';
import type { Entry } from './use-entry.ts';

/** Few have one, so the others do not load it. */
const FactorForm = lazy(async () => {
  const { FactorForm: Component } = await import('./factor-form.tsx');
  return { default: Component };
});

/** The rest of a way in: the second factor, or the profile that is missing. Null when nothing is left to do. */
export function useEntryRest(entry: Entry) {
  const { t } = useText();
  const { question, unfinished } = entry;
  if (question !== null) {
    const { session, methods } = question;
    return (
      <AuthPage title={t('factor.signInTitle')}>
        <Suspense>
          <FactorForm
            ways={methods}
            session={session}
            onGive={async (given) => entry.enter(await call('answerSecondFactor', { body: { session, ...given } }))}
          />
        </Suspense>
      </AuthPage>
    );
  }
  if (unfinished === null) return null;
  return (
    <AuthPage title={t('identity.finish.title')} lead={t('identity.finish.lead')}>
      <FinishProfileForm token={unfinished} entry={entry} />
    </AuthPage>
  );
}

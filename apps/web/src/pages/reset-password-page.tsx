import { Suspense } from 'react';
import challengeTexts from 'virtual:texts/features/identity/challenge-form.tsx';
import finishTexts from 'virtual:texts/features/identity/finish-profile-form.tsx';
import { AuthLink, AuthPage } from '../features/identity/auth-page.tsx';
import { useHandover } from '../features/identity/handover.ts';
import { ResetForm } from '../features/identity/reset-form.tsx';
import { useEntry } from '../features/identity/use-entry.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths, useMfiName } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const ChallengeForm = lazyPart(() => import('../features/identity/challenge-form.tsx'), challengeTexts);
const FinishProfileForm = lazyPart(() => import('../features/identity/finish-profile-form.tsx'), finishTexts);

/** With a code, or in answer to the new-password challenge of a sign-in. */
export default function ResetPasswordPage() {
  const { t } = useText();
  const { challengeSession } = useHandover();
  return challengeSession === undefined ? (
    <ByCode />
  ) : (
    <ByChallenge session={challengeSession} title={t('identity.reset.title')} />
  );
}

function ByCode() {
  const { t, format } = useText();
  const mfiName = useMfiName();
  const { username } = useHandover();
  const identity = username?.startsWith('+') ? `\u2066${username}\u2069` : username;
  return (
    <AuthPage
      title={t('identity.reset.title')}
      lead={
        identity ? t('identity.reset.lead', { identity: format.isolate(identity) }) : t('identity.reset.leadUnknown')
      }
      links={
        <>
          <AuthLink href={paths.forgotPassword(mfiName)} label={t('identity.reset.again')} />
          <AuthLink href={paths.login(mfiName)} label={t('identity.forgot.toLogin')} />
        </>
      }
    >
      <ResetForm />
    </AuthPage>
  );
}

function ByChallenge({ session, title }: { session: string; title: string }) {
  const { t } = useText();
  const entry = useEntry();
  if (entry.unfinished !== null) {
    return (
      <AuthPage title={t('identity.finish.title')} lead={t('identity.finish.lead')}>
        <Suspense fallback={<Skeleton shape="box" />}>
          <FinishProfileForm token={entry.unfinished} entry={entry} />
        </Suspense>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={title} lead={t('identity.reset.leadChallenge')}>
      <Suspense fallback={<Skeleton shape="box" />}>
        <ChallengeForm session={session} entry={entry} />
      </Suspense>
    </AuthPage>
  );
}

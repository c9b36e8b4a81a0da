import { Suspense } from 'react';
import finishTexts from 'virtual:texts/features/identity/finish-profile-form.tsx';
import { AuthLink, AuthPage } from '../features/identity/auth-page.tsx';
import { LoginForm } from '../features/identity/login-form.tsx';
import { useEntry } from '../features/identity/use-entry.ts';
import { useLeaveWhenSignedIn } from '../features/identity/use-leaving.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths, useMfiName } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const FinishProfileForm = lazyPart(() => import('../features/identity/finish-profile-form.tsx'), finishTexts);

export default function LoginPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const entry = useEntry();
  useLeaveWhenSignedIn(entry.isEntering);
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
    <AuthPage
      title={t('identity.login.title')}
      links={
        <>
          <AuthLink href={paths.forgotPassword(mfiName)} label={t('identity.login.forgot')} />
          <AuthLink
            question={t('identity.login.noAccount')}
            href={paths.register(mfiName)}
            label={t('identity.login.register')}
          />
        </>
      }
    >
      <LoginForm entry={entry} />
    </AuthPage>
  );
}

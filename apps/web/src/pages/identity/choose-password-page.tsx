import { Redirect, useLocation } from 'wouter';
import { AuthPage } from '../../features/identity/auth-page.tsx';
import { ChoosePasswordForm } from '../../features/identity/choose-password-form.tsx';
import { useHandover } from '../../features/identity/handover.ts';
import { useAccount } from '../../features/identity/use-account.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/**
 * Lets a person who has no password yet choose one after their first backing. The choice may wait; the page leads back
 * to the loan.
 */
export default function ChoosePasswordPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const [, navigate] = useLocation();
  const { returnTo = paths.home(mfiName) } = useHandover();
  const { data, error, refetch } = useAccount();
  if (data && !data.passwordLater) return <Redirect to={returnTo} replace />;
  return (
    <AuthPage title={t('identity.choose.title')} lead={t('identity.choose.lead')}>
      {data ? (
        <ChoosePasswordForm onDone={() => navigate(returnTo, { replace: true })} />
      ) : error ? (
        <ErrorState text={errorSentence(error, t)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="box" />
      )}
    </AuthPage>
  );
}

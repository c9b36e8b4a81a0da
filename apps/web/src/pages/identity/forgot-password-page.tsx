import { AuthLink, AuthPage } from '../../features/identity/auth-page.tsx';
import { ForgotForm } from '../../features/identity/forgot-form.tsx';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';

export default function ForgotPasswordPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  return (
    <AuthPage
      title={t('identity.forgot.title')}
      lead={t('identity.forgot.lead')}
      links={<AuthLink href={paths.login(mfiName)} label={t('identity.forgot.toLogin')} />}
    >
      <ForgotForm />
    </AuthPage>
  );
}

import { AuthLink, AuthPage } from '../features/identity/auth-page.tsx';
import { RegisterForm } from '../features/identity/register-form.tsx';
import { useLeaveWhenSignedIn } from '../features/identity/use-leaving.ts';
import { paths, useMfiName } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';

export default function RegisterPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  useLeaveWhenSignedIn();
  return (
    <AuthPage
      title={t('identity.register.title')}
      lead={t('identity.register.lead')}
      links={
        <AuthLink
          question={t('identity.register.haveAccount')}
          href={paths.login(mfiName)}
          label={t('identity.login.title')}
        />
      }
    >
      <RegisterForm />
    </AuthPage>
  );
}

import { AuthLink, AuthPage } from '../../features/identity/auth-page.tsx';
import { BackerForm } from '../../features/identity/backer-form.tsx';
import { RegisterForm } from '../../features/identity/register-form.tsx';
import { useLeaveWhenSignedIn } from '../../features/identity/use-leaving.ts';
import { useLoanToBack } from '../../features/identity/use-loan-to-back.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Ahead } from './ahead.tsx';

/** Every field of the specification in three steps; for a visitor on the way to back a loan only what that takes. */
export default function RegisterPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const loan = useLoanToBack();
  useLeaveWhenSignedIn();
  return (
    <AuthPage
      title={loan ? loan.sentence : t('identity.register.title')}
      beside={<Ahead />}
      lead={t(loan ? 'identity.backing.text' : 'identity.register.lead')}
      links={
        <AuthLink
          question={t('identity.register.haveAccount')}
          href={paths.login(mfiName)}
          label={t('identity.login.title')}
        />
      }
    >
      {loan ? <BackerForm /> : <RegisterForm />}
    </AuthPage>
  );
}

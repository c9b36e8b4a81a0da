import { AuthLink, AuthPage } from '../../features/identity/auth-page.tsx';
import { LoginForm } from '../../features/identity/login-form.tsx';
import { useEntryRest } from '../../features/identity/entry-rest.tsx';
import { useEntry } from '../../features/identity/use-entry.ts';
import { useLeaveWhenSignedIn } from '../../features/identity/use-leaving.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Ahead } from './ahead.tsx';

export default function LoginPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const entry = useEntry();
  const rest = useEntryRest(entry);
  useLeaveWhenSignedIn(entry.isEntering);
  if (rest !== null) return rest;
  return (
    <AuthPage
      title={t('identity.login.title')}
      beside={<Ahead />}
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

import { useText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ChoosePasswordLink } from './choose-password-link.tsx';
import { useAccount } from './use-account.ts';

/** Reminds the person of an account without a password to choose one, as long as one may be chosen. */
export function PasswordReminder() {
  const { t } = useText();
  const { data } = useAccount();
  if (!data?.passwordLater) return null;
  return (
    <Banner tone="warm" icon="lock" action={<ChoosePasswordLink variant="quiet" small />}>
      {t('identity.choose.reminder')}
    </Banner>
  );
}

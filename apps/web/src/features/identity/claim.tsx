import { AuthLink, AuthPage } from './auth-page.tsx';
import { ClaimForm } from './claim-form.tsx';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';

/**
 * The page behind the link of the SMS: with a code a visitor claims the account that an institution wrote down (R31.5).
 */
export function Claim() {
  const { t } = useText();
  const mfiName = useMfiName();
  const returnTo = paths.offers(mfiName);
  return (
    <AuthPage
      title={t('claim.title', { mfi: mfiName })}
      lead={t('claim.lead')}
      links={
        <AuthLink
          question={t('claim.hasAccount')}
          href={paths.login(mfiName)}
          label={t('claim.login')}
          returnTo={returnTo}
        />
      }
    >
      <ClaimForm returnTo={returnTo} />
    </AuthPage>
  );
}

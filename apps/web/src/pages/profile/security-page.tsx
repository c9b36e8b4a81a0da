import { useQuery } from '@tanstack/react-query';
import { PasswordPanel } from '../../features/identity/password-panel.tsx';
import { SecondFactorPanel } from '../../features/identity/second-factor-panel.tsx';
import { SessionsPanel } from '../../features/identity/sessions-panel.tsx';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Held } from '../../ui/hold-until.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The doors of the account. Staff who still lack a second factor see its panel alone. */
export default function SecurityPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const factor = useQuery({
    queryKey: queryKeys.secondFactor,
    queryFn: ({ signal }) => call('findSecondFactor', {}, { signal }),
  });
  const isLocked = factor.data?.isRequired === true && factor.data.factors.length === 0;
  return (
    <Page
      title={t('security.title')}
      lead={t(isLocked ? 'security.required' : 'security.lead')}
      width="reading"
      {...(!isLocked && { back: { href: paths.profile(mfiName), label: t('common.profile') } })}
    >
      {factor.data ? (
        <Stack gap="loose">
          <SecondFactorPanel state={factor.data} />
          {!isLocked && <PasswordPanel />}
          {!isLocked && <SessionsPanel />}
          {!isLocked && (
            <LinkButton variant="quiet" href={paths.yourData(mfiName)}>
              {t('ownData.title')}
            </LinkButton>
          )}
        </Stack>
      ) : factor.error ? (
        <ErrorState text={errorSentence(factor.error, t)} onRetry={() => void factor.refetch()} />
      ) : (
        <Held>
          <Skeleton shape="box" />
        </Held>
      )}
    </Page>
  );
}

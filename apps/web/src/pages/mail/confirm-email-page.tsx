import { useSearchParams } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useSend } from '../../lib/use-send.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The page that a confirmation mail leads to. A press, because programs that look into mails open links too. */
export default function ConfirmEmailPage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const send = useSend('confirmEmail', { invalidates: [queryKeys.invitations] });
  usePageTitle(t('invitations.confirm.title'));
  const isBroken = token === '' || send.error?.status === 404 || send.error?.status === 422;
  return (
    <Page width="narrow" title={t('invitations.confirm.title')}>
      <Card padded>
        {send.data ? (
          <Stack>
            <Banner tone="good" icon="check-circle">
              {t('invitations.confirm.done', { count: send.data.acceptedCount })}
            </Banner>
            <LinkButton href={paths.invest(mfiName)}>{t('invitations.confirm.home')}</LinkButton>
          </Stack>
        ) : isBroken ? (
          <Banner tone="warm" icon="alert-circle">
            {t('invitations.confirm.broken')}
          </Banner>
        ) : (
          <Stack>
            <p>{t('invitations.confirm.ask')}</p>
            <Button {...help('confirmEmail')} busy={send.isPending} onClick={() => send.mutate({ body: { token } })}>
              {t('invitations.confirm.button')}
            </Button>
            {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
          </Stack>
        )}
      </Card>
    </Page>
  );
}

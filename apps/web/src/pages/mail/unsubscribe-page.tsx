import { useSearchParams } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useSend } from '../../lib/use-send.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The page that the line below a mail leads to. Looking at it stops nothing; the button does (RFC 8058). */
export default function UnsubscribePage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const send = useSend('unsubscribe');
  usePageTitle(t('invitations.unsubscribe.title'));
  const isBroken = token === '' || send.error?.status === 404 || send.error?.status === 422;
  return (
    <Page width="narrow" title={t('invitations.unsubscribe.title')}>
      <Card padded>
        {send.data ? (
          <Banner tone="good" icon="check-circle">
            {t('invitations.unsubscribe.done')}
          </Banner>
        ) : isBroken ? (
          <Banner tone="warm" icon="alert-circle">
            {t('invitations.unsubscribe.broken')}
          </Banner>
        ) : (
          <Stack>
            <p>{t('invitations.unsubscribe.ask')}</p>
            <Button {...help('unsubscribe')} busy={send.isPending} onClick={() => send.mutate({ query: { token } })}>
              {t('invitations.unsubscribe.button')}
            </Button>
            {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
          </Stack>
        )}
      </Card>
    </Page>
  );
}

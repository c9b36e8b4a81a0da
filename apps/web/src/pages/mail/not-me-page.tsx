import { useSearchParams } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useSend } from '../../lib/use-send.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Stack } from '../../ui/page.tsx';

/** The page behind “that was not me” (R25.1). A press stops, because programs that look into messages open links too. */
export default function NotMePage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const send = useSend('disownPayout');
  usePageTitle(t('notMe.title'));
  const isBroken = token === '' || send.error?.status === 404 || send.error?.status === 422;
  return (
    <Page width="narrow" title={t('notMe.title')}>
      <Card padded>
        {send.data ? (
          <Stack>
            <Banner tone="good" icon="check-circle">
              {t('notMe.done')}
            </Banner>
            {send.data.alreadySent && (
              <Banner tone="bad" icon="alert-circle">
                {t('notMe.alreadySent')}
              </Banner>
            )}
            <p>{t('notMe.next')}</p>
            <LinkButton href={paths.forgotPassword()}>{t('notMe.newPassword')}</LinkButton>
          </Stack>
        ) : isBroken ? (
          <Banner tone="warm" icon="alert-circle">
            {t('notMe.broken')}
          </Banner>
        ) : (
          <Stack>
            <p>{t('notMe.ask')}</p>
            <p>{t('notMe.effect')}</p>
            <Button
              {...help('security')}
              variant="danger"
              busy={send.isPending}
              onClick={() => send.mutate({ body: { token } })}
            >
              {t('notMe.button')}
            </Button>
            {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
          </Stack>
        )}
      </Card>
    </Page>
  );
}

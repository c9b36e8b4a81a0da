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

/** The page behind “that was not me” (R33.4). Looking at it ends nothing; the button does. */
export default function PhoneNotMePage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const send = useSend('phoneChangeNotMe');
  usePageTitle(t('phoneNotMe.title'));
  const isBroken = token === '' || send.error?.status === 404 || send.error?.status === 422;
  const isLate = send.error?.code === 'wrong_status';
  return (
    <Page width="narrow" title={t('phoneNotMe.title')}>
      <Card padded>
        {send.data ? (
          <Banner tone="good" icon="check-circle">
            {t('phoneNotMe.done')}
          </Banner>
        ) : isBroken || isLate ? (
          <Banner tone="warm" icon="alert-circle">
            {t(isLate ? 'phoneNotMe.late' : 'phoneNotMe.broken')}
          </Banner>
        ) : (
          <Stack>
            <p>{t('phoneNotMe.ask')}</p>
            <Button {...help('security')} busy={send.isPending} onClick={() => send.mutate({ body: { token } })}>
              {t('phoneNotMe.button')}
            </Button>
            {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
          </Stack>
        )}
      </Card>
    </Page>
  );
}

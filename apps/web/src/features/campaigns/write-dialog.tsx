import { useQuery } from '@tanstack/react-query';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useId, useState } from 'react';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { MailPreview } from '../../ui/mail-preview.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { Campaign } from './campaign-draft.ts';

type Props = { campaign: Pick<Campaign, 'id' | 'name'>; onClose: () => void };

const TEXT_LENGTH_MAX = 2000;

/** The staff write to everybody who backs a loan of the campaign: to how many, and how it will read, is seen before. */
export default function WriteDialog({ campaign, onClose }: Props) {
  const { t, format } = useText();
  const formId = useId();
  const [text, setText] = useState('');
  const [wasAttempted, setAttempted] = useState(false);
  const audience = useQuery({
    queryKey: queryKeys.campaignAudience(campaign.id),
    queryFn: ({ signal }) => call('findCampaignAudience', { query: { campaignId: campaign.id } }, { signal }),
  });
  const count = audience.data?.recipientsCount ?? 0;
  const send = useSend('sendCampaignEmail', {
    invalidates: [queryKeys.campaignAudience(campaign.id)],
    onSuccess: ({ results }) => {
      if (results.some(({ result }) => result === 'sent')) toast.success(t('campaigns.write.sent'));
      else toast.info(t('campaigns.write.nobody'));
      onClose();
    },
  });
  const submit = () => {
    setAttempted(true);
    if (count === 0 || text.trim() === '' || lengthInCodePoints(text) > TEXT_LENGTH_MAX) return;
    send.mutate({ body: { campaignId: campaign.id, text } });
  };
  return (
    <Dialog
      title={t('campaigns.write.title', { name: format.isolate(campaign.name) })}
      onClose={onClose}
      busy={send.isPending}
      footer={
        <FormFooter formId={formId} onCancel={onClose} icon="mail" busy={send.isPending} disabled={count === 0}>
          {count === 0 ? t('common.send') : t('campaigns.write.send', { count })}
        </FormFooter>
      }
    >
      {audience.data ? (
        <Form
          id={formId}
          onSubmit={submit}
          busy={send.isPending}
          error={send.error ? errorSentence(send.error, t) : undefined}
        >
          <Audience {...audience.data} />
          {count > 0 && (
            <>
              <TextAreaField
                label={t('campaigns.write.text')}
                hint={t('campaigns.write.once')}
                maxLength={TEXT_LENGTH_MAX}
                rows={6}
                value={text}
                onValueChange={setText}
                error={wasAttempted && text.trim() === '' ? t('common.required') : undefined}
                required
              />
              <MailPreview mail={audience.data.mail} words={text} />
            </>
          )}
        </Form>
      ) : audience.isError ? (
        <ErrorState text={errorSentence(audience.error, t)} onRetry={() => void audience.refetch()} />
      ) : (
        <Skeleton shape="box" />
      )}
    </Dialog>
  );
}

/** Who gets the mail, and how many do not. */
function Audience({ backersCount, recipientsCount }: { backersCount: number; recipientsCount: number }) {
  const { t } = useText();
  const spared = backersCount - recipientsCount;
  if (recipientsCount === 0 && spared > 0) return <p>{t('campaigns.write.nobodyNow')}</p>;
  return (
    <div>
      <p>{t('campaigns.write.count', { count: recipientsCount })}</p>
      {spared > 0 && <p>{t('campaigns.write.spared', { count: spared })}</p>}
    </div>
  );
}

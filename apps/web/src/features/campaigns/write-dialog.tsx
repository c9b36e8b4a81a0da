import { CAMPAIGN_MAIL_LENGTH_MAX } from '@sathi/domain/campaigns.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
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

type Props = { campaign: Pick<Campaign, 'id' | 'name' | 'mfiName'>; onClose: () => void };

/**
 * The staff write to all people who back a loan of the campaign: the number of readers and the mail itself are shown
 * before.
 */
export default function WriteDialog({ campaign, onClose }: Props) {
  const { t } = useStaffText();
  const formId = useId();
  const kept = useKeptValues(`campaign-mail.${campaign.id}`, { text: '' });
  const form = useForm(kept.state, ({ text }) => ({
    text: requiredWords(t, text, CAMPAIGN_MAIL_LENGTH_MAX),
  }));
  const audience = useQuery({
    queryKey: queryKeys.campaignAudience(campaign.id),
    queryFn: ({ signal }) => call('findCampaignAudience', { query: { campaignId: campaign.id } }, { signal }),
  });
  const count = audience.data?.recipientsCount ?? 0;
  const send = useSend('sendCampaignEmail', {
    invalidates: [queryKeys.campaignAudience(campaign.id)],
    onSuccess: ({ results }) => {
      onClose();
      if (!results.some(({ result }) => result === 'sent')) return void toast.info(t('campaigns.write.nobody'));
      kept.forget();
      toast.success(t('campaigns.write.sent'));
    },
  });
  const submit = () =>
    form.attempt(() => {
      if (count > 0) send.mutate({ body: { campaignId: campaign.id, ...form.values } });
    });
  return (
    <Dialog
      title={t('campaigns.write')}
      about={campaignName(campaign, t)}
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
                maxLength={CAMPAIGN_MAIL_LENGTH_MAX}
                rows={6}
                {...form.field('text')}
                required
              />
              <MailPreview mail={audience.data.mail} words={form.values.text} />
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

/** The number of people who get the mail, and of those who do not. */
function Audience({ backersCount, recipientsCount }: { backersCount: number; recipientsCount: number }) {
  const { t } = useStaffText();
  const spared = backersCount - recipientsCount;
  if (recipientsCount === 0 && spared > 0) return <p>{t('campaigns.write.nobodyNow')}</p>;
  return (
    <div>
      <p>{t('campaigns.write.count', { count: recipientsCount })}</p>
      {spared > 0 && <p>{t('campaigns.write.spared', { count: spared })}</p>}
    </div>
  );
}

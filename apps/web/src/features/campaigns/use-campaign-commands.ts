import { useState } from 'react';
import type { ApiError } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import type { Campaign } from './campaign-draft.ts';

/**
 * The actions on a campaign that are one question and one call. `problem` stays beside the buttons after the toast has
 * gone.
 */
export function useCampaignCommands(campaign: Campaign) {
  const { t } = useText();
  const { id, mfiId, mfiName } = campaign;
  const name = campaignName(campaign, t);
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);
  const invalidates = [queryKeys.campaigns(mfiId), queryKeys.campaign(id)];
  const onError = (error: ApiError) => {
    setProblem(errorSentence(error, t));
    toast.error(t('campaigns.failed'));
  };
  const update = useSend('updateCampaign', {
    invalidates,
    onSuccess: (_, { body }) =>
      void toast.success(t(body?.published === true ? 'campaigns.published' : 'campaigns.unpublished')),
    onError,
  });
  const remove = useSend('deleteCampaign', {
    // Its proposals no longer name it.
    invalidates: [...invalidates, queryKeys.proposals],
    onSuccess: () => void toast.success(t('campaigns.removed')),
    onError,
  });
  const setPublished = async (published: boolean) => {
    const question = published
      ? { message: t('campaigns.publishQuestion'), yes: t('campaigns.publish') }
      : { message: t('campaigns.unpublishQuestion', { mfi: mfiName }), yes: t('campaigns.unpublish') };
    if (!(await confirm({ title: name, ...question }))) return;
    setProblem(null);
    update.mutate({ query: { id }, body: { published } });
  };
  const archive = async () => {
    const message = t('campaigns.archiveQuestion', { name });
    if (!(await confirm({ message, yes: t('campaigns.archive'), danger: true }))) return;
    setProblem(null);
    remove.mutate({ body: { id } });
  };
  return {
    setPublished: (published: boolean) => void setPublished(published),
    archive: () => void archive(),
    problem,
    isPending: update.isPending || remove.isPending,
  };
}

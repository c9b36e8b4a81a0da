import { campaignName } from '../../lib/campaign-name.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';

/** Credit of one person that an institution holds. */
export type HeldCredit = { mfiId: string; mfiName: string; amount: number };

/** The campaigns of an institution as choices; none while they are on their way. */
export function useCampaignOptions({ mfiId, mfiName }: Pick<HeldCredit, 'mfiId' | 'mfiName'>) {
  const { t } = useMoneyText();
  const { rows = [] } = useList('listOpenCampaigns', queryKeys.openCampaigns(mfiId), { mfiId });
  return rows.map(({ id, name }) => ({
    value: id,
    label: t('credit.ofCampaign', { name: campaignName({ mfiName, name }, t) }),
  }));
}

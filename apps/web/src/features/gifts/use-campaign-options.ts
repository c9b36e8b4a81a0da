import { campaignName } from '../../lib/campaign-name.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';

/** Credit of one person that an institution holds. */
export type HeldCredit = { mfiId: string; mfiName: string; amount: number };

type Campaign = { id: string; name: string };

/** The campaigns of an institution as choices; while they are on their way only the chosen one, which may have ended. */
export function useCampaignOptions({ mfiId, mfiName }: Pick<HeldCredit, 'mfiId' | 'mfiName'>, chosen?: Campaign) {
  const { t } = useMoneyText();
  const { rows = [] } = useList('listOpenCampaigns', queryKeys.openCampaigns(mfiId), { mfiId });
  const campaigns = chosen && rows.every(({ id }) => id !== chosen.id) ? [chosen, ...rows] : rows;
  return campaigns.map(({ id, name }) => ({
    value: id,
    label: t('credit.ofCampaign', { name: campaignName({ mfiName, name }, t) }),
  }));
}

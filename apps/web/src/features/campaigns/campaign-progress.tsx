import { type Text, useText } from '../../lib/text.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Campaign } from './campaign-draft.ts';

type Props = { campaign: Campaign /** The end of the sentence. */; end?: string | undefined };

/** The collected part of the sum that its loans ask for (R16.3). */
export function CampaignProgress({ campaign, end }: Props) {
  const text = useText();
  const { asked, collected } = campaign.totals;
  return <ProgressBar value={collected} max={Math.max(asked, 1)} sentence={sentenceOf(campaign, text, end)} />;
}

/** "$140 of $400 · 4 loans · 6 backers" */
function sentenceOf({ totals }: Campaign, { t, format }: Text, end: string | undefined): string {
  const { asked, collected, proposalsCount, backersCount } = totals;
  const parts =
    proposalsCount === 0
      ? [t('campaigns.noLoans')]
      : [
          t('campaigns.collectedOfAsked', { collected: format.money(collected), asked: format.money(asked) }),
          t('campaigns.loans', { count: proposalsCount }),
          t('proposal.backers', { count: backersCount }),
        ];
  return format.joined([...parts, ...(end === undefined ? [] : [end])]);
}

import type { listCampaigns } from '@sathi/contract/campaigns.ts';
import type { DataOf } from '@sathi/contract/endpoint.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { donationPageOf, hasCampaignEnded } from '@sathi/domain/campaigns.ts';
import type { Viewer } from '@sathi/domain/proposals.ts';
import { cardAnswer } from '../proposals/proposal-answers.ts';
import type { ProposalCardRow } from '../proposals/proposal-cards.repository.ts';
import type { CampaignRow, CampaignTotals } from './campaigns.repository.ts';

export type CampaignAnswer = DataOf<typeof listCampaigns>[number];

/** A campaign as one reader may see it at `now`, with those of its proposals that the reader sees. */
export function campaignAnswer(
  row: CampaignRow & CampaignTotals,
  cards: readonly ProposalCardRow[],
  viewer: Viewer,
  now: Date,
): CampaignAnswer {
  return {
    id: row.id,
    mfiId: row.mfiId,
    mfiName: row.mfiName,
    name: row.name,
    description: row.description,
    campaignUrl: row.campaignUrl,
    donationUrl: donationPageOf(row.mfiId, row.donationUrl),
    image: row.image,
    imageUrl: row.image === null ? null : `/files/${row.image}`,
    imageBlur: row.imageBlur,
    startDate: row.startsOn,
    endDate: row.endsOn,
    published: row.isPublished,
    archivedAt: row.archivedAt,
    hasEnded: hasCampaignEnded(row, calendarDateIn(row.timeZone, now)),
    totals: {
      asked: row.askedCents,
      collected: row.collectedCents,
      funded: row.fundedCents,
      repaid: row.repaidCents,
      proposalsCount: row.proposalsCount,
      backersCount: row.backersCount,
    },
    giftedAmount: row.giftedCents,
    giftLentAmount: row.giftLentCents,
    proposalCampaigns: cards.map((card) => ({ id: String(card.id), borrow: cardAnswer(card, viewer, now) })),
  };
}

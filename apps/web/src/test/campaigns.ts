import type { DataOf } from '../lib/wire.ts';

type Campaign = DataOf<'listCampaigns'>[number];

/** A published campaign of ROI that goes on: $140 of $400, two loans, three backers. */
export const EID_GOATS: Campaign = {
  id: '5',
  mfiId: '3',
  mfiName: 'ROI',
  name: 'Eid goats',
  description: 'Goats before Eid.',
  campaignUrl: 'https://roi.example/eid',
  donationUrl: 'https://give.example/roi',
  image: null,
  imageUrl: null,
  imageBlur: null,
  startDate: '2026-11-01',
  endDate: '2999-12-31',
  published: true,
  archivedAt: null,
  hasEnded: false,
  giftedAmount: 0,
  giftLentAmount: 0,
  totals: { asked: 400, collected: 140, funded: 0, repaid: 0, proposalsCount: 2, backersCount: 3 },
  proposalCampaigns: [],
};

import { addDays, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { CampaignId, MfiId, ProposalId } from '@sathi/domain/ids.ts';
import type { Db } from '../db/db.ts';
import { assignToCampaigns, createCampaign } from '../features/campaigns/campaigns.service.ts';
import { askedProposal } from '../features/proposals/proposals.repository.ts';
import type { SeedContext, Step } from './story.ts';
import { DCBS, FATEN, type PersonName, ROI } from './people.ts';
import type { PictureName } from './pictures/pictures.ts';
import { seedChange } from './seed-change.ts';

type SeedCampaign = {
  readonly mfiId: MfiId;
  readonly officer: PersonName;
  readonly picture: PictureName;
  readonly name: string;
  readonly description: string;
  readonly campaignUrl: string;
  readonly donationUrl: string;
  readonly published: boolean;
  /** Days before the seeding, and after it. */
  readonly startedAgo: number;
  readonly endsIn: number;
  /** Titles of loans of the same institution. */
  readonly loans: readonly string[];
};

const CAMPAIGNS: readonly SeedCampaign[] = [
  {
    mfiId: ROI,
    officer: 'anita',
    picture: 'sewing-machine',
    name: 'Women who make things',
    description:
      'Tailors, potters and gardeners of West Bengal who want a better tool, and to teach a neighbour to use it.',
    campaignUrl: 'https://roi.example/women-who-make',
    donationUrl: 'https://roi.example/donate',
    published: true,
    startedAgo: 20,
    endsIn: 60,
    loans: [
      'Cotton cloth for the festival season',
      'A second machine, so my sister can sew too',
      'An electric wheel for the pottery',
      'Seed and a water pump for winter vegetables',
    ],
  },
  {
    mfiId: DCBS,
    officer: 'nasrin',
    picture: 'fishing-boat',
    name: 'নদীর ধারের জীবিকা',
    description: 'সিলেটের নদী ও হাওরের ধারে যাঁরা মাছ ধরেন, হাঁস-মুরগি পালেন আর বুনন করেন, তাঁদের ছোট ঋণ।',
    campaignUrl: 'https://dcbs.example/river-livelihoods',
    donationUrl: '',
    published: true,
    startedAgo: 12,
    endsIn: 35,
    loans: [
      'New nets before the season opens',
      'A boat that does not leak',
      'A wider loom for saris',
      'Bamboo for the winter markets',
    ],
  },
  {
    mfiId: FATEN,
    officer: 'domingos',
    picture: 'coffee',
    name: 'From the hills to the harbour',
    description:
      'Coffee, tais and fish: what the families of Ermera, Lospalos and Atauro could sell with a little help.',
    campaignUrl: 'https://faten.example/hills-to-harbour',
    donationUrl: 'https://faten.example/donate',
    published: false,
    startedAgo: 3,
    endsIn: 80,
    loans: ['Drying tables for better coffee', 'Palm leaf for fifty market baskets'],
  },
];

/** Days before the seeding when the offices put the campaigns together, near the end of the seeded year. */
const MADE_DAYS_AGO = 0.4;

export function campaignSteps(context: SeedContext): Step[] {
  return CAMPAIGNS.map((campaign) => ({
    daysAgo: MADE_DAYS_AGO,
    run: async (now) => makeCampaign(context, campaign, now),
  }));
}

async function makeCampaign({ tx, people, pictures }: SeedContext, campaign: SeedCampaign, now: Date): Promise<void> {
  const { mfiId, officer, picture, loans, startedAgo, endsIn, ...words } = campaign;
  const change = seedChange(tx, people[officer], now);
  const today = calendarDateIn('UTC', now);
  const values = { ...words, image: null, startsOn: addDays(today, -startedAgo), endsOn: addDays(today, endsIn) };
  const { id } = await createCampaign(change, mfiId, values);
  await setPicture(tx, id, pictures[picture]);
  for (const proposalId of await findLoans(tx, mfiId, loans)) {
    const subject = await askedProposal({ tx, asked: { proposalId } });
    await assignToCampaigns({ ...change, ...subject, body: { campaignIds: [id] } });
  }
}

/** The drawn pictures were uploaded by no person, so no form could name them. */
async function setPicture(db: Db, id: CampaignId, image: string): Promise<void> {
  await db.updateTable('campaigns').set({ image }).where('id', '=', id).execute();
}

async function findLoans(db: Db, mfiId: MfiId, titles: readonly string[]): Promise<ProposalId[]> {
  const rows = await db
    .selectFrom('proposals')
    .select('id')
    .where('mfiId', '=', mfiId)
    .where('title', 'in', titles)
    .orderBy('id')
    .execute();
  if (rows.length !== titles.length) throw new Error(`a loan of the campaign is not there: ${titles.join(', ')}`);
  return rows.map(({ id }) => id as ProposalId);
}

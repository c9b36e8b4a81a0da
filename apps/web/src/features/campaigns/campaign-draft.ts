import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import {
  areCampaignDatesValid,
  CAMPAIGN_DESCRIPTION_LENGTH_MAX,
  CAMPAIGN_NAME_LENGTH_MAX,
  hasCampaignWords,
} from '@sathi/domain/campaigns.ts';
import { normalizeLink } from '@sathi/domain/links.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import type { TextKey } from '../../lib/text.tsx';
import type { BodyOf, DataOf } from '../../lib/wire.ts';

export type Campaign = DataOf<'listCampaigns'>[number];

/** The form exactly as typed. Days are `YYYY-MM-DD`, empty while none is chosen. */
export type CampaignDraft = {
  name: string;
  campaignUrl: string;
  donationUrl: string;
  description: string;
  /** Storage key. */
  image: string | null;
  startDate: string;
  endDate: string;
  published: boolean;
};

export type CampaignProblems = Partial<Record<keyof CampaignDraft, TextKey>>;

export function emptyDraft(today: CalendarDate): CampaignDraft {
  return {
    name: '',
    campaignUrl: '',
    donationUrl: '',
    description: '',
    image: null,
    startDate: today,
    endDate: '',
    published: false,
  };
}

export function draftOf(campaign: Campaign): CampaignDraft {
  const { name, campaignUrl, donationUrl, description, image, startDate, endDate, published } = campaign;
  return { name, campaignUrl, donationUrl, description, image, startDate, endDate, published };
}

/**
 * Whether problems hold the form up. Each empty text is told beside its field, and holds it up only where all three are
 * (R16.6).
 */
export function isHeldUp(draft: CampaignDraft, problems: CampaignProblems): boolean {
  const hasWords = hasCampaignWords(draft);
  return Object.values(problems).some((problem) => !(hasWords && problem === 'common.required'));
}

/**
 * Specification section 5: title, campaign URL and description are asked for, the last where there is no title, and the end is neither today nor before
 * the start. Dates equal to those `before` are not judged, so that an ended campaign can still be corrected.
 */
export function draftProblems(
  draft: CampaignDraft,
  before: CampaignDraft | null,
  today: CalendarDate,
): CampaignProblems {
  const { name, campaignUrl, donationUrl, description } = draft;
  return {
    ...textProblem('name', name, CAMPAIGN_NAME_LENGTH_MAX),
    ...(campaignUrl.trim() === '' ? { campaignUrl: 'common.required' as const } : linkProblem('campaignUrl', draft)),
    ...(donationUrl.trim() !== '' && linkProblem('donationUrl', draft)),
    ...(description.trim() !== '' || name.trim() === ''
      ? textProblem('description', description, CAMPAIGN_DESCRIPTION_LENGTH_MAX)
      : {}),
    ...dateProblem(draft, before, today),
  };
}

function textProblem(field: 'name' | 'description', value: string, lengthMax: number): CampaignProblems {
  const text = cleanText(value);
  if (text === '') return { [field]: 'common.required' };
  return lengthInCodePoints(text) > lengthMax ? { [field]: 'common.tooLong' } : {};
}

function linkProblem(field: 'campaignUrl' | 'donationUrl', draft: CampaignDraft): CampaignProblems {
  return normalizeLink(draft[field]) === null ? { [field]: 'campaigns.problem.link' } : {};
}

function dateProblem(
  { startDate, endDate }: CampaignDraft,
  before: CampaignDraft | null,
  today: CalendarDate,
): CampaignProblems {
  if (before && before.startDate === startDate && before.endDate === endDate) return {};
  if (startDate === '') return { startDate: 'campaigns.problem.date' };
  // A field for days holds one or nothing, and nothing is before every day.
  const dates = { startsOn: startDate as CalendarDate, endsOn: endDate as CalendarDate };
  return areCampaignDatesValid(dates, today) ? {} : { endDate: 'campaigns.problem.date' };
}

/** The request body of a draft without problems. */
export function bodyOf(draft: CampaignDraft): BodyOf<'createCampaign'> {
  return { ...draft };
}

/** The changed fields alone, so that another officer's changes stay. */
export function changesOf(draft: CampaignDraft, before: CampaignDraft): BodyOf<'updateCampaign'> {
  const fields = Object.keys(draft) as (keyof CampaignDraft)[];
  return Object.fromEntries(fields.filter((field) => draft[field] !== before[field]).map((key) => [key, draft[key]]));
}

import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import {
  areCampaignDatesValid,
  CAMPAIGN_DESCRIPTION_LENGTH_MAX,
  CAMPAIGN_NAME_LENGTH_MAX,
} from '@sathi/domain/campaigns.ts';
import { normalizeLink } from '@sathi/domain/links.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import type { TextKey } from '../../lib/text.tsx';
import type { BodyOf, DataOf } from '../../lib/wire.ts';

export type Campaign = DataOf<'listCampaigns'>[number];

/** What stands in the form, exactly as typed. Days are `YYYY-MM-DD`, empty while none is chosen. */
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
 * Specification section 5: title, campaign URL and description are required, and the end is neither today nor before
 * the start. Dates that are as they `before` were are not judged, so that what has ended can still be corrected.
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
    ...textProblem('description', description, CAMPAIGN_DESCRIPTION_LENGTH_MAX),
    ...dateProblem(draft, before, today),
  };
}

function textProblem(field: 'name' | 'description', value: string, lengthMax: number): CampaignProblems {
  const text = cleanText(value);
  if (text === '') return { [field]: 'common.required' };
  return lengthInCodePoints(text) > lengthMax ? { [field]: 'campaigns.problem.tooLong' } : {};
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

/** Of a draft without problems. */
export function bodyOf(draft: CampaignDraft): BodyOf<'createCampaign'> {
  return { ...draft };
}

/** Only what has changed, so that what somebody else changed meanwhile stays. */
export function changesOf(draft: CampaignDraft, before: CampaignDraft): BodyOf<'updateCampaign'> {
  const fields = Object.keys(draft) as (keyof CampaignDraft)[];
  return Object.fromEntries(fields.filter((field) => draft[field] !== before[field]).map((key) => [key, draft[key]]));
}

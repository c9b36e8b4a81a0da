import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { campaignNewsRefusal } from '@sathi/domain/campaigns.ts';
import { isEmail, normalizeEmail } from '@sathi/domain/accounts.ts';
import type { CampaignId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Language } from '../../http/language.ts';
import type { Change } from '../../http/call.ts';
import { pageUrl } from '../../delivery/links.ts';
import { preview } from '../../delivery/mail.ts';
import { countMailed } from '../notifications/notify.ts';
import { tellWithin } from '../notifications/tell.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, refuseIf } from '../../errors/refusal-error.ts';
import {
  type CampaignBacker,
  claimDailyNews,
  findCampaign,
  listCampaignBackers,
  listDailyNews,
  type LockedCampaign,
} from './campaigns.repository.ts';

export type MailResult = { readonly email: string; readonly result: 'sent' | 'invalid' | 'skipped' };

/**
 * Writes to the backers of the campaign's loans, or to those of them in `addresses`: each at most once a day, and not
 * to those who unsubscribed. Addresses of others are skipped without saying why.
 */
export async function sendCampaignEmail(
  {
    tx,
    viewer,
    now,
    campaign,
    body: { text, sendToMails },
  }: Change & {
    readonly campaign: LockedCampaign;
    readonly body: { readonly text: string; readonly sendToMails?: readonly string[] | undefined };
  },
  { secret, origin }: Pick<Outside, 'secret'> & { readonly origin: string },
): Promise<{ results: MailResult[] }> {
  const addresses = sendToMails && [...new Set(sendToMails.map(normalizeEmail))];
  const backers = await listCampaignBackers(tx, campaign.id, addresses ?? null);
  const day = calendarDateIn(campaign.timeZone, now);
  const ids = backers.map(({ userId }) => userId);
  const claimed = await claimDailyNews(tx, campaign.id, ids, day);
  const told = backers.filter(({ userId }) => claimed.has(userId));
  const { id: campaignId, name: title, mfiName } = campaign;
  const key = `campaign_news:${campaignId}:${day}`;
  const news = { key, campaignId, title, mfiName, actorId: viewer.id, words: text, hearers: told };
  await tellWithin(tx, { secret, origin }, 'campaign_news', news, now);
  return { results: resultsOf(addresses, backers, told) };
}

/**
 * The number of backers of its loans, the number of those who would get such a mail now, and the words around it.
 * Backers who had one today, or unsubscribed, get none.
 * @throws RefusalError `not_found`, `not_permitted`, `wrong_status` before it is published, `campaign_ended` when it is archived
 */
export async function findCampaignAudience(
  { db, origin }: Pick<Outside, 'db'> & { readonly origin: string },
  input: {
    readonly viewer: SignedIn;
    readonly now: Date;
    readonly campaignId: CampaignId;
    readonly language: Language;
  },
) {
  const { viewer, now, campaignId, language } = input;
  const campaign = found(await findCampaign(db, viewer.id, campaignId));
  refuseIf(campaignNewsRefusal(viewer, campaign));
  const backers = await listCampaignBackers(db, campaignId, null);
  const day = calendarDateIn(campaign.timeZone, now);
  const hadToday = await listDailyNews(db, campaignId, day);
  const left = backers.filter(({ userId }) => !hadToday.has(userId));
  const { name: title, mfiName } = campaign;
  const url = pageUrl(origin, { mfiName, campaignId });
  return {
    backersCount: backers.length,
    recipientsCount: await countMailed(db, 'update', left),
    mail: preview(language, 'campaignNews', { title, mfiName, url }),
  };
}

function resultsOf(
  addresses: readonly string[] | undefined,
  backers: readonly CampaignBacker[],
  told: readonly CampaignBacker[],
): MailResult[] {
  const sent = new Set(told.map(({ email }) => normalizeEmail(email)));
  const asked = addresses ?? backers.map(({ email }) => normalizeEmail(email));
  return asked.map((email) => ({
    email,
    result: isEmail(email) ? (sent.has(email) ? 'sent' : 'skipped') : 'invalid',
  }));
}

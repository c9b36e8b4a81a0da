import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { campaignRefusal } from '@sathi/domain/campaigns.ts';
import { isEmail, normalizeEmail } from '@sathi/domain/accounts.ts';
import type { CampaignId, UserId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Language } from '../../http/language.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { countMailed, notify, type Notification } from '../../jobs/notify.ts';
import { campaignNews, campaignNewsPreview } from '../../notices/campaign-notices.ts';
import type { Outside } from '../../outside.ts';
import { found, refuseIf } from '../../refusal-error.ts';
import {
  type CampaignBacker,
  claimDailyNews,
  findCampaign,
  listCampaignBackers,
  listDailyNews,
  lockCampaigns,
} from './campaigns.repository.ts';

export type MailResult = { readonly email: string; readonly result: 'sent' | 'invalid' | 'skipped' };

/**
 * Writes to everybody who backs a loan of the campaign, or to those of them in `addresses`: each at most once a day, and
 * nobody who wants no more of it. Addresses of others are skipped without saying why.
 *
 * @throws RefusalError `not_permitted`, `campaign_ended` when it is archived
 */
export async function sendCampaignEmail(
  { db, secret, origin }: Pick<Outside, 'db' | 'secret'> & { readonly origin: string },
  input: {
    readonly viewer: SignedIn;
    readonly attempt: Attempt;
    readonly now: Date;
    readonly campaignId: CampaignId;
    readonly text: string;
    readonly addresses: readonly string[] | undefined;
  },
): Promise<{ results: MailResult[] }> {
  const { viewer, attempt, now, campaignId, text } = input;
  const addresses = input.addresses && [...new Set(input.addresses.map(normalizeEmail))];
  return runOnce(db, attempt, now, async (tx) => {
    const campaign = found((await lockCampaigns(tx, [campaignId]))[0]);
    refuseIf(campaignRefusal(viewer, campaign));
    const backers = await listCampaignBackers(tx, campaignId, addresses ?? null);
    const day = calendarDateIn(campaign.timeZone, now);
    const claimed = await claimDailyNews(
      tx,
      campaignId,
      backers.map(({ userId }) => userId),
      day,
    );
    const told = backers.filter(({ userId }) => claimed.has(userId));
    const url = campaignAddress(origin, campaign);
    await notify(tx, secret, newsOf(told, { campaign, actorId: viewer.id, day, text, url }), now);
    return { results: resultsOf(addresses, backers, told) };
  });
}

/**
 * How many back its loans, how many of them such a mail would go to now, and what it says around the words. Who had one
 * today, or wants none, gets none.
 *
 * @throws RefusalError `not_found`, `not_permitted`, `campaign_ended` when it is archived
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
  const campaign = found(await findCampaign(db, campaignId));
  refuseIf(campaignRefusal(viewer, campaign));
  const backers = await listCampaignBackers(db, campaignId, null);
  const day = calendarDateIn(campaign.timeZone, now);
  const hadToday = await listDailyNews(db, campaignId, day);
  const left = backers.filter(({ userId }) => !hadToday.has(userId));
  const url = campaignAddress(origin, campaign);
  const recipientsCount = await countMailed(db, newsOf(left, { campaign, actorId: viewer.id, day, text: '', url }));
  const { name, mfiName } = campaign;
  return {
    backersCount: backers.length,
    recipientsCount,
    mail: campaignNewsPreview(language, { name, mfiName, url }),
  };
}

type News = {
  readonly campaign: { readonly id: CampaignId; readonly name: string; readonly mfiName: string };
  readonly actorId: UserId;
  readonly day: CalendarDate;
  readonly text: string;
  readonly url: string;
};

function newsOf(backers: readonly CampaignBacker[], { campaign, actorId, day, text, url }: News): Notification[] {
  const { id: campaignId, name, mfiName } = campaign;
  return backers.map(({ userId, email, language }) => ({
    userId,
    kind: 'update',
    campaignId,
    actorId,
    dedupeKey: `campaign_news:${campaignId}:${day}:${userId}`,
    mail: { to: email, notice: campaignNews(language, { name, mfiName, text, url }) },
  }));
}

function campaignAddress(origin: string, { id, mfiName }: { id: CampaignId; mfiName: string }): string {
  return `${origin}/App/proposalsByCampaign?${new URLSearchParams({ mfi: mfiName, id: String(id) })}`;
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

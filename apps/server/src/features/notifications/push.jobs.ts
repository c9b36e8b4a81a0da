import type { CampaignId, ProposalId } from '@sathi/domain/ids.ts';
import type { NotificationKind } from '@sathi/domain/notifications.ts';
import { pageUrl } from '../../delivery/links.ts';
import { PRODUCT, pushWords } from '../../delivery/mail.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { deleteSubscription, findPushReader } from './push.repository.ts';

/** A bell that rang, for one browser of its person. Ids alone: the words are made when it is sent. */
export type PushNews = {
  readonly subscriptionId: number;
  readonly kind: NotificationKind;
  readonly proposalId: ProposalId | null;
  readonly campaignId: CampaignId | null;
};

/** The age in seconds beyond which news is not shown any more: the bell has it. */
const LATE_SECONDS = 86_400;

/** Shows on devices the news that rings (decision 78). A browser that is gone is forgotten. */
export function pushJobs({
  db,
  secret,
  realNow,
  push,
}: Pick<Outside, 'db' | 'secret' | 'realNow' | 'push'>): Partial<Jobs> {
  return {
    handlers: {
      push: async ({ payload, dedupeKey, createdAt }) => {
        const { subscriptionId, kind, proposalId, campaignId } = payload as PushNews;
        const now = realNow();
        const seconds = LATE_SECONDS - Math.floor((now.getTime() - createdAt.getTime()) / 1000);
        if (push === null || seconds <= 0) return;
        const about = { proposalId, campaignId };
        const reader = await findPushReader(db, secret, subscriptionId, about, now);
        if (reader === undefined) return;
        const { address, publicKey, language, mfiName } = reader;
        const isAbout = proposalId !== null || campaignId !== null;
        const words = {
          title: PRODUCT[language],
          text: pushWords(language, kind),
          // A device with a PIN shows these words in the place of the others.
          quiet: pushWords(language, null),
          lang: language === 'be' ? 'bn' : language,
          dir: language === 'ar' ? 'rtl' : 'ltr',
          path: isAbout ? pageUrl('', { mfiName, ...about }) : '/App/Notifications',
          tag: `${kind}:${proposalId ?? ''}:${campaignId ?? ''}`,
        };
        const sent = { address, publicKey, words: JSON.stringify(words), dedupeKey, seconds };
        if ((await push.send(sent)) === 'gone') await deleteSubscription(db, subscriptionId);
      },
    },
  };
}

import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import type { LoanNewsTable } from '../../db/schema.ts';
import type { LoanNews } from './digests.repository.ts';

export type NewsKind = LoanNewsTable['kind'];
export type NewLoanNews = Insertable<LoanNewsTable>;

/** The most news in one statement; each brings seven parameters. */
const BATCH = 1000;

/** Keeps news for the mail of the day; news that is known is not kept again. */
export async function keepNews(tx: Tx, news: readonly NewLoanNews[]): Promise<void> {
  for (let first = 0; first < news.length; first += BATCH) {
    await tx
      .insertInto('loanNews')
      .values(news.slice(first, first + BATCH))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** News of one kind of one loan. */
export type NewsOfDay = LoanNews & {
  readonly kind: NewsKind;
  /** The key of one of the events, which is in no other news of this person. */
  readonly eventKey: string;
  readonly amountCents: Cents | null;
  readonly words: string;
};

/**
 * Takes what is not mailed yet of the loans of an institution, with one sum for each kind, person and loan. What no longer holds is
 * taken too and not returned: a payment that was taken back, and a default or a new plan of a loan that is repaid since.
 */
export async function takeNews(tx: Tx, mfiId: MfiId, mailedOn: CalendarDate): Promise<NewsOfDay[]> {
  const { rows } = await sql<NewsOfDay>`
    with taken as (
      update loan_news n set mailed_on = ${mailedOn}::date from proposals p
      where p.id = n.proposal_id and p.mfi_id = ${mfiId} and n.mailed_on is null
      returning n.event_key, n.kind, n.user_id, n.proposal_id, p.title, p.status, n.amount_cents, n.words, n.told_at
    )
    select kind, user_id as "userId", proposal_id as "proposalId", title, min(event_key) as "eventKey",
      sum(amount_cents)::bigint as "amountCents",
      coalesce(string_agg(words, e'\n' order by told_at) filter (where words <> ''), '') as words
    from taken t
    where case t.kind when 'recovered' then exists (
        select from payments y
        where y.proposal_id = t.proposal_id and t.event_key = 'payment_approved:' || y.id and y.state = 'approved'
      ) else t.status = ${STATUS.funded} end
    group by kind, user_id, proposal_id, title order by kind, user_id, proposal_id`.execute(tx);
  return rows;
}

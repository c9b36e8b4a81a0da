import type { CampaignId, UserId } from '@sathi/domain/ids.ts';
import { PROPOSAL_STATUS, type ProposalStatus } from '@sathi/domain/proposals.ts';
import { sql } from 'kysely';
import type { Cursor } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { STATUS } from '../../db/proposal-status.ts';
import { type ProposalCardRow, selectCards } from '../proposals/proposal-cards.repository.ts';

export const CAMPAIGN_SORT = 'campaign';

type Page = {
  readonly status: readonly ProposalStatus[] | undefined;
  readonly limit: number;
  readonly after: Cursor | null;
};

/** The proposals of a campaign from status 2 on, those that still take backings first, then the newest. */
export async function listCampaignCards(
  db: Db,
  readerId: UserId | null,
  campaignId: CampaignId,
  { status, limit, after }: Page,
): Promise<ProposalCardRow[]> {
  const codes = status?.map((name) => PROPOSAL_STATUS[name]);
  return selectCards(
    db,
    readerId,
    sql`and p.status >= ${STATUS.published} and p.id in (select proposal_id from campaign_proposals where campaign_id = ${campaignId})
      ${codes ? sql`and p.status = any (${codes}::smallint[])` : sql``}
      ${after ? sql`and (p.status, -p.id) > (${after.value}::bigint, ${-after.id}::bigint)` : sql``}
      order by p.status, p.id desc limit ${limit}`,
  );
}

/** The cursor with which {@link listCampaignCards} goes on after this row. */
export function campaignCardCursor(row: ProposalCardRow): Cursor {
  return { sort: CAMPAIGN_SORT, value: row.statusCode, id: row.id };
}

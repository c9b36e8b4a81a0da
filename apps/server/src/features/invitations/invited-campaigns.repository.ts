import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { CampaignId, MfiId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** A campaign as far as inviting to it is concerned. */
export type InvitedCampaign = {
  readonly id: CampaignId;
  readonly mfiId: MfiId;
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly endsOn: CalendarDate;
  readonly isArchived: boolean;
  readonly isPublished: boolean;
  readonly timeZone: string;
};

export async function findCampaign(db: Db, id: CampaignId): Promise<InvitedCampaign | undefined> {
  return (await select(db, sql`c.id = ${id}`))[0];
}

/**
 * The campaigns of this name; a second one shows that the name is not the only one. Archived ones count only where no
 * other is.
 */
export async function findCampaignsNamed(
  db: Db,
  mfiIds: readonly MfiId[],
  name: string,
  url: string | undefined,
): Promise<InvitedCampaign[]> {
  const hasUrl = url === undefined ? sql`true` : sql`c.campaign_url in (${url}, ${`${url}/`})`;
  const rows = await select(db, sql`c.mfi_id = any (${mfiIds}) and c.name = ${name} and ${hasUrl}`);
  const current = rows.filter(({ isArchived }) => !isArchived);
  return current.length > 0 ? current : rows;
}

async function select(db: Db, which: RawBuilder<unknown>): Promise<InvitedCampaign[]> {
  const { rows } = await sql<InvitedCampaign>`
    select c.id, c.mfi_id as "mfiId", c.name, c.campaign_url as url, c.description, c.ends_on as "endsOn",
      c.archived_at is not null as "isArchived", c.published as "isPublished", m.time_zone as "timeZone"
    from campaigns c join mfis m on m.id = c.mfi_id where ${which} order by c.archived_at nulls first, c.id limit 50`.execute(
    db,
  );
  return rows;
}

import type { BodyOf } from '@sathi/contract/endpoint.ts';
import * as contract from '@sathi/contract/relending.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { AMOUNT_CENTS_MIN, ZERO_CENTS } from '@sathi/domain/money.ts';
import { ranOnWhenSwitched, RELEND_PER_LOAN_CENTS } from '@sathi/domain/relending.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import type { Tx } from '../../db/db.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount, onePage } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { lockCampaigns } from '../campaigns/campaigns.repository.ts';
import { findMfiSettings } from '../mfis/mfis.repository.ts';
import { lockUser } from '../users/users.repository.ts';
import { listRelendRules, type RelendRule, type RelendRuleRow, setRelendRules } from './relend.repository.ts';

/** The rules by which a person has their credit lent again (R25.8). */
export function relendRoutes(app: FastifyInstance, outside: Outside): void {
  mount(app, contract.listRelendRules, async ({ query, viewer }) => {
    const rules = await listRelendRules(outside.db, viewer.id);
    return pageOfAll('relend_rules', rules.map(ruleAnswer), query);
  });

  command(app, outside, contract.setRelendRules, {
    on: async ({ tx, viewer }) => {
      await lockUser(tx, viewer.id);
      return { before: await listRelendRules(tx, viewer.id) };
    },
    run: async ({ tx, viewer, now, body, before }) => {
      if (new Set(body.map(({ mfiId }) => mfiId)).size !== body.length) throw invalidField('mfiId', 'invalid');
      const rules: RelendRule[] = [];
      for (const rule of body) {
        const old = before.find(({ mfiId }) => mfiId === rule.mfiId);
        rules.push(await ruleOf(tx, viewer.id, rule, old, now));
      }
      await setRelendRules(tx, viewer.id, rules);
      return onePage((await listRelendRules(tx, viewer.id)).map(ruleAnswer));
    },
  });
}

type Asked = BodyOf<typeof contract.setRelendRules>[number];

/**
 * A campaign is asked about only where the rule begins with it: one that ended or was hidden since keeps no rule from
 * standing or from going off.
 *
 * @throws RefusalError `not_found`, `needs_expected`, `campaign_ended`, `amount_below_minimum`
 */
async function ruleOf(
  tx: Tx,
  userId: UserId,
  { mfiId, on, campaignId = null, perLoan = RELEND_PER_LOAN_CENTS, keep = ZERO_CENTS }: Asked,
  before: RelendRule | undefined,
  now: Date,
): Promise<RelendRule> {
  const { collection, timeZone } = found(await findMfiSettings(tx, mfiId));
  if (on && collection !== 'expected') throw new RefusalError('needs_expected');
  const stands = before !== undefined && before.campaignId === campaignId && (before.isOn || !on);
  if (campaignId !== null && !stands) {
    const [campaign] = await lockCampaigns(tx, [campaignId]);
    if (campaign?.mfiId !== mfiId || !campaign.isPublished) throw new RefusalError('not_found');
    if (on && campaign.isArchived) throw new RefusalError('campaign_ended');
  }
  if (perLoan < AMOUNT_CENTS_MIN) throw new RefusalError('amount_below_minimum');
  const ranOn = before?.isOn ? before.ranOn : ranOnWhenSwitched(timeZone, now);
  return { userId, mfiId, isOn: on, campaignId, perLoanCents: perLoan, keepCents: keep, ranOn };
}

function ruleAnswer({ mfiId, mfiName, isOn, campaignId, campaignName, perLoanCents, keepCents }: RelendRuleRow) {
  return { mfiId, mfiName, on: isOn, campaignId, campaignName, perLoan: perLoanCents, keep: keepCents };
}

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, AmountField, CampaignIdField, MfiIdField, missingOr, MoneyField, PageFields } from './fields.ts';

/** More institutions than one person has credit with. */
const RULES_MAX = 50;

const Rule = z.object({
  mfiId: MfiIdField,
  mfiName: z.string(),
  on: z.boolean(),
  /** Null for any loan there. */
  campaignId: CampaignIdField.nullable(),
  campaignName: z.string().nullable(),
  perLoan: MoneyField,
  keep: MoneyField,
});

export const listRelendRules = endpoint('listRelendRules', {
  summary: 'The rules by which credit of the caller is lent again each morning, one for an MFI (R25.8)',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(Rule),
  refuses: [],
  example: {},
});

export const setRelendRules = endpoint('setRelendRules', {
  summary: 'The rules become exactly these; `perLoan` is 25 and `keep` 0 where they are not said (R25.8)',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields }),
  body: z
    .array(
      z.strictObject(
        {
          mfiId: MfiIdField,
          on: z.boolean(missingOr('invalid')),
          campaignId: CampaignIdField.nullable().optional(),
          perLoan: AmountField.optional(),
          keep: AmountField.optional(),
        },
        missingOr('invalid'),
      ),
      missingOr('invalid'),
    )
    .max(RULES_MAX, { error: 'invalid' }),
  data: z.array(Rule),
  refuses: ['not_found', 'needs_expected', 'campaign_ended', 'amount_below_minimum'],
  example: { body: [{ mfiId: '3', on: true, perLoan: 25, keep: 0 }] },
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, MoneyField, ProposalIdField, ProposalStatusField } from './fields.ts';

export const findForgiving = endpoint('findForgiving', {
  summary: 'For a backer: what a loan still owes them, all of which they may give up (R30.1)',
  access: 'signed_in',
  query: z.object({ proposalId: ProposalIdField, ...ActorFields }),
  data: z.object({
    amount: MoneyField,
    /** Why it cannot be given up now; null where it can. */
    hindrance: z.enum(['wrong_status', 'payment_pending', 'paid_in_lately']).nullable(),
  }),
  refuses: ['not_found'],
  example: { query: { proposalId: '169' } },
});

export const forgive = endpoint('forgive', {
  summary: 'A backer gives up all that a running loan still owes them; it cannot be undone (R30.1)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    proposalId: ProposalIdField,
    /** The owner reads who it was (R30.2). */
    sayWho: z.boolean({ error: 'invalid' }).optional(),
  }),
  data: z.object({
    amount: MoneyField,
    proposal: z.object({ status: ProposalStatusField, outstandingAmount: MoneyField }),
  }),
  refuses: ['not_found', 'wrong_status', 'payment_pending', 'paid_in_lately', 'step_up_required'],
  example: { body: { proposalId: '169', sayWho: true } },
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EventIdField, InstantField, PageFields, ProposalIdField, ProposalStatusField } from './fields.ts';

export const PROPOSAL_EVENTS = [
  'created',
  'published',
  'unpublished',
  'edited',
  'approved',
  'approval_withdrawn',
  'locked',
  'backed',
  'funds_released',
  'due_dates_moved',
  'repaid',
  'expired',
  'returned',
  'deleted',
] as const;

export const proposalHistory = endpoint('proposalHistory', {
  summary: 'Who did what and when, for the owner and the staff, newest first',
  access: 'signed_in',
  list: true,
  query: z.object({ proposalId: ProposalIdField, ...PageFields }),
  data: z.array(
    z.object({
      id: EventIdField,
      kind: z.enum(PROPOSAL_EVENTS),
      fromStatus: ProposalStatusField.nullable(),
      toStatus: ProposalStatusField.nullable(),
      actorName: z.string().nullable(),
      reason: z.string().nullable(),
      note: z.string().nullable(),
      before: z.record(z.string(), z.unknown()).nullable(),
      at: InstantField,
    }),
  ),
});

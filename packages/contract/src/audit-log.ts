import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, EventIdField, InstantField, MfiIdField, PageFields, UserIdField } from './fields.ts';

export const listAuditLog = endpoint('listAuditLog', {
  summary: 'What the staff of an MFI did, newest first, for its managers (R34.5)',
  access: 'signed_in',
  list: true,
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields, ...PageFields }),
  data: z.array(
    z.object({
      id: EventIdField,
      at: InstantField,
      /** Null for the operator's own commands. */
      actorId: UserIdField.nullable(),
      /** The actor's name today; the log itself holds ids alone. */
      actorName: z.string().nullable(),
      /** The name of the call. */
      action: z.string(),
      /** Ids and chosen words of the call, as JSON. */
      details: z.string(),
      /** The person who entered this, where the actor confirmed it. */
      enteredById: UserIdField.nullable(),
      enteredByName: z.string().nullable(),
      /** Confirmed by the person who entered it, in an office of one. */
      selfApproved: z.boolean(),
      network: z.string(),
      /** Its hash in the line of the institution; null until it is chained. */
      hash: z.string().nullable(),
    }),
  ),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const exportAuditLog = endpoint('exportAuditLog', {
  summary: 'The whole audit log of an MFI as a CSV file, for its managers (R34.5)',
  access: 'signed_in',
  gives: ['text/csv'],
  query: z.object({ mfiId: MfiIdField.optional(), ...ActorFields }),
  data: z.string(),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

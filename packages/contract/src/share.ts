import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, EventIdField, missingOr, Nothing, problem } from './fields.ts';
import { writtenAs } from './json-schema.ts';

export const SHARED_KINDS = ['proposal', 'campaign'] as const;

const CODE = '^[a-z2-9]{8}$';
/** The code of a person's own link. */
export const ShareCodeField = writtenAs(z.string(problem('required')).regex(new RegExp(CODE), problem('invalid')), {
  type: 'string',
  pattern: CODE,
});

const VISITOR = '^[0-9a-f]{32}$';
/** The mark of a visitor, which a device makes for one day from nothing about the device. */
const VisitorField = writtenAs(z.string(problem('required')).regex(new RegExp(VISITOR), problem('invalid')), {
  type: 'string',
  pattern: VISITOR,
});

export const shareLink = endpoint('shareLink', {
  summary: "The caller's own link to a proposal or campaign that may be shared, and what came of it so far",
  access: 'signed_in',
  body: z.strictObject({
    userId: ActorFields.userId,
    kind: z.enum(SHARED_KINDS, missingOr('invalid')),
    id: EventIdField,
  }),
  data: z.object({
    code: z.string(),
    /** Devices that came, each once a day; robots, previews and the caller's own visits are none. */
    visits: z.number().int(),
    /** The number of people who came by the link and backed. */
    backings: z.number().int(),
  }),
  refuses: ['not_found', 'wrong_status', 'hidden', 'campaign_ended'],
  example: { body: { kind: 'proposal', id: '169' } },
});

export const countVisit = endpoint('countVisit', {
  summary: 'One more device came by an own link today; the answer is the same for a link that nobody has',
  access: 'public',
  body: z.strictObject({ shareCode: ShareCodeField, visitor: VisitorField }),
  data: Nothing,
  refuses: [],
  example: { body: { shareCode: 'k3mp7w2x', visitor: '0123456789abcdef0123456789abcdef' } },
});

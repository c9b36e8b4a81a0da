import { PAUSE_MONTHS_MAX, PAUSE_PLACES_MAX } from '@sathi/domain/pauses.ts';
import { PLACE_LENGTH_MAX } from '@sathi/domain/proposals.ts';
import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, InstantField, MfiIdField, PageFields, PauseIdField } from './fields.ts';
import { WholeField } from './money-fields.ts';
import { TextField, TitleField } from './text-fields.ts';

const Pause = z.object({
  id: PauseIdField,
  places: z.array(z.string()),
  months: z.number().int(),
  /** Owners and backers read it. */
  reason: z.string(),
  enteredAt: InstantField,
  undoneAt: InstantField.nullable(),
  /** The number of the pause's loans, and of those that have their new days or, once undone, their old ones again. */
  loansCount: z.number().int(),
  movedCount: z.number().int(),
  /** It may be taken back now. */
  canUndo: z.boolean(),
});

const query = z.object({ mfiId: MfiIdField, ...ActorFields });

export const listPausePlaces = endpoint('listPausePlaces', {
  summary:
    'The places of the running loans of an MFI, with how many there are besides own loans of the reader, for its staff (R28.4)',
  access: 'signed_in',
  list: true,
  query: query.extend(PageFields),
  data: z.array(z.object({ place: z.string(), loansCount: z.number().int() })),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const listPauses = endpoint('listPauses', {
  summary: 'The pauses that an MFI gave the loans of some places, newest first, for its staff (R28.4)',
  access: 'signed_in',
  list: true,
  query: query.extend(PageFields),
  data: z.array(Pause),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const pauseLoans = endpoint('pauseLoans', {
  summary: 'Staff give all running loans of some places a pause: every unpaid due day moves by whole months (R28.4)',
  access: 'signed_in',
  created: true,
  query,
  body: z.strictObject({
    userId: ActorFields.userId,
    places: z
      .array(TitleField(PLACE_LENGTH_MAX), { error: 'required' })
      .min(1, { error: 'required' })
      .max(PAUSE_PLACES_MAX, { error: 'invalid' }),
    months: WholeField(1, PAUSE_MONTHS_MAX),
    reason: TextField(REASON_LENGTH_MAX),
  }),
  data: Pause.extend({
    /**
     * The loans of these places that the pause leaves out: own ones (R19.9), and those that one person may not move as
     * far (R34.3).
     */
    leftOut: z.number().int(),
  }),
  refuses: ['not_found'],
  example: { query: { mfiId: '3' }, body: { places: ['Gosaba'], months: 3, reason: 'The flood of March.' } },
});

export const undoPause = endpoint('undoPause', {
  summary: 'Staff take a pause back, within 24 hours and while no payment came for any of its loans (R28.4)',
  access: 'signed_in',
  query: query.extend({ id: PauseIdField }),
  data: Pause,
  refuses: ['not_found', 'wrong_status', 'too_late'],
  example: { query: { mfiId: '3', id: '5' } },
});

import { CATEGORIES } from '@sathi/domain/categories.ts';
import { PLACE_LENGTH_MAX } from '@sathi/domain/proposals.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CalendarDateField, MoneyField, problem } from './fields.ts';
import { MfiName } from './mfis.ts';
import { WordsField } from './text-fields.ts';

/** The figures count what visitors may see. @throws `overloaded` while many are counted */
export const findPublicFigures = endpoint('findPublicFigures', {
  summary: 'What became of the loans of a place, of a trade, of an MFI, or of all: for their public pages (R26.2)',
  access: 'public',
  shared: true,
  query: z.object({
    name: MfiName,
    place: WordsField(PLACE_LENGTH_MAX).optional(),
    category: z.enum(CATEGORIES, problem('invalid')).optional(),
  }),
  data: z.object({
    /** The place as it is written most often; null where no place was asked for. */
    place: z.string().nullable(),
    openCount: z.number().int(),
    runningCount: z.number().int(),
    repaidCount: z.number().int(),
    lent: MoneyField,
    repaid: MoneyField,
    borrowersCount: z.number().int(),
    backersCount: z.number().int(),
    /** The day on which money of one of them was first released. */
    since: CalendarDateField.nullable(),
    /**
     * The median days from the due day of an instalment to the payment that covered it, below zero where people pay
     * ahead, and the median days from a payment to its approval (R22.2). Null without an MFI, and where there is none
     * to count.
     */
    daysDueToPaid: z.number().nullable(),
    daysPaidToApproved: z.number().nullable(),
  }),
  refuses: ['not_found'],
  example: { query: { place: 'Gosaba' } },
});

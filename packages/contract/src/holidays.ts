import { HOLIDAY_NAME_LENGTH_MAX, HOLIDAYS_MAX } from '@sathi/domain/holidays.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, CalendarDateField, MfiIdField, missingOr, PageFields, problem } from './fields.ts';
import { TitleField } from './text-fields.ts';

const Holiday = z.object({ day: CalendarDateField, name: z.string() });
const query = z.object({ mfiId: MfiIdField, ...ActorFields });

export const listHolidays = endpoint('listHolidays', {
  summary:
    'The days on which an MFI is closed, when nobody is reminded, for its staff; all of them where no limit is named',
  access: 'signed_in',
  list: true,
  query: query.extend(PageFields),
  data: z.array(Holiday),
  refuses: [],
  example: { query: { mfiId: '3' } },
});

export const setHolidays = endpoint('setHolidays', {
  summary: 'A manager names all days on which their MFI is closed',
  access: 'signed_in',
  list: true,
  query,
  body: z.strictObject({
    userId: ActorFields.userId,
    holidays: z
      .array(
        z.strictObject({ day: CalendarDateField, name: TitleField(HOLIDAY_NAME_LENGTH_MAX) }, missingOr('invalid')),
        missingOr('invalid'),
      )
      .max(HOLIDAYS_MAX, problem('invalid')),
  }),
  data: z.array(Holiday),
  refuses: [],
  example: { query: { mfiId: '3' }, body: { holidays: [{ day: '2026-12-25', name: 'Christmas' }] } },
});

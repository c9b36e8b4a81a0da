import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { InstantField, Nothing, PageFields } from './fields.ts';
import { NewPassword, Password } from './identity.ts';

export const changePassword = endpoint('changePassword', {
  summary: 'Another password for the old one; ends all other sessions (R33.1)',
  access: 'account',
  body: z.strictObject({ oldPassword: Password, newPassword: NewPassword }),
  data: Nothing,
  refuses: ['not_found'],
  example: { body: { oldPassword: 'a river of green tea', newPassword: 'a lake of black coffee' } },
});

export const setPassword = endpoint('setPassword', {
  summary: 'The first password of an account with `passwordLater`, without an old one: once, in its first session',
  access: 'account',
  body: z.strictObject({ newPassword: NewPassword }),
  data: Nothing,
  refuses: ['wrong_status'],
  example: { body: { newPassword: 'a lake of black coffee' } },
});

export const listSessions = endpoint('listSessions', {
  summary: 'Where the account is open, the latest used first (R33.1)',
  access: 'account',
  list: true,
  query: z.object(PageFields),
  data: z.array(
    z.object({
      id: z.string(),
      /** Browser and system; empty when they are not known. */
      device: z.string(),
      signedInAt: InstantField,
      /** When the session's token was last renewed, which tells the last use to within ten minutes. */
      lastUsedAt: InstantField,
      /** The session that asks. */
      isOwn: z.boolean(),
    }),
  ),
  refuses: [],
  example: {},
});

export const endSessions = endpoint('endSessions', {
  summary: 'End one session, or without an id all but the one that asks (R33.1)',
  access: 'account',
  query: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, { error: 'invalid' })
      .optional(),
  }),
  data: Nothing,
  refuses: ['not_found'],
  example: { query: { id: '12' } },
});

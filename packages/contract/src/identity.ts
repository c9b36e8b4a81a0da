import { normalizeCode } from '@sathi/domain/accounts.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EmailField, InstantField, Nothing, PageFields, PhoneField } from './fields.ts';
import { User } from './users.ts';

const Password = z.string({ error: 'required' }).max(1000, { error: 'password_too_long' });
const Code = z
  .string({ error: 'required' })
  .overwrite(normalizeCode)
  .min(1, { error: 'required' })
  .max(20, { error: 'invalid' });
/** A phone, or an e-mail address where a reset is asked for. */
const Username = z
  .string({ error: 'required' })
  .overwrite((text) => text.trim())
  .min(1, { error: 'required' })
  .max(254, { error: 'too_long' });

const CodeDelivery = z.object({
  medium: z.enum(['SMS', 'EMAIL']),
  destination: z.string(),
  resendAfterSeconds: z.number().int(),
});

export const signUp = endpoint('signUp', {
  summary: 'A new account; a code goes to the phone',
  access: 'public',
  created: true,
  body: z.strictObject({
    username: PhoneField,
    password: Password,
    attributes: z
      .strictObject({
        phone_number: z.string({ error: 'invalid' }).max(40, { error: 'too_long' }).optional(),
        email: EmailField.optional(),
      })
      .optional(),
  }),
  data: z.object({ userSub: z.string(), userConfirmed: z.literal(false), codeDelivery: CodeDelivery }),
});

export const confirmSignUp = endpoint('confirmSignUp', {
  summary: 'Confirm the phone with its code',
  access: 'public',
  body: z.strictObject({ username: PhoneField, code: Code }),
  data: Nothing,
});

export const resendCode = endpoint('resendCode', {
  summary: 'Another code, not sooner than 60 seconds after the last; the second may go by e-mail (R17.7)',
  access: 'public',
  body: z.strictObject({ username: PhoneField, medium: z.enum(['SMS', 'EMAIL'], { error: 'invalid' }).optional() }),
  data: z.object({ codeDelivery: CodeDelivery.extend({ emailOffered: z.boolean() }) }),
});

const Session = z.object({ accessToken: z.string(), expiresIn: z.number().int(), user: User.nullable() });
const Challenge = z.object({ challenge: z.literal('NEW_PASSWORD_REQUIRED'), session: z.string() });

export const signIn = endpoint('signIn', {
  summary: 'An access token and a refresh cookie, or the new-password challenge',
  access: 'public',
  body: z.strictObject({ username: Username, password: Password }),
  data: z.union([Session, Challenge]),
});

export const completeNewPassword = endpoint('completeNewPassword', {
  summary: 'Answer the new-password challenge',
  access: 'public',
  body: z.strictObject({
    session: z.string({ error: 'required' }).max(200, { error: 'invalid' }),
    newPassword: Password,
  }),
  data: Session,
});

export const refreshSession = endpoint('refreshSession', {
  summary: 'A new access token for the refresh cookie, which rotates',
  access: 'public',
  body: z.strictObject({}).nullable().optional(),
  data: z.object({ accessToken: z.string(), expiresIn: z.number().int() }),
});

export const forgotPassword = endpoint('forgotPassword', {
  summary: 'Send a reset code; the answer never tells whether the account exists',
  access: 'public',
  body: z.strictObject({ username: Username }),
  data: z.object({ codeDelivery: CodeDelivery }),
});

export const confirmForgotPassword = endpoint('confirmForgotPassword', {
  summary: 'Set a new password with the code; ends all sessions',
  access: 'public',
  body: z.strictObject({ username: Username, code: Code, newPassword: Password }),
  data: Nothing,
});

export const signOut = endpoint('signOut', {
  summary: 'End every session of the user at once',
  access: 'signed_in',
  body: z.strictObject({}).nullable().optional(),
  data: Nothing,
});

export const currentUser = endpoint('currentUser', {
  summary: 'The account behind the token',
  access: 'signed_in',
  data: z.object({
    username: z.string(),
    attributes: z.object({
      sub: z.string(),
      phone_number: z.string(),
      phone_number_verified: z.boolean(),
      email: z.string().nullable(),
    }),
  }),
});

export const listDevInbox = endpoint('listDevInbox', {
  summary: 'What would have been sent, newest first and on one page; outside production only',
  access: 'public',
  list: true,
  query: z.object({ to: z.string().max(254).optional(), ...PageFields }),
  data: z.array(
    z.object({
      id: z.string(),
      channel: z.enum(['sms', 'email']),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      code: z.string().optional(),
      sentAt: InstantField,
    }),
  ),
});

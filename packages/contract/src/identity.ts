import { normalizeCode, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@sathi/domain/accounts.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EMAIL_SCHEMA, PHONE_SCHEMA, plainSchema } from './field-schemas.ts';
import { EmailField, PhoneField } from './address-fields.ts';
import { InstantField, Nothing, PageFields } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import { PlainField } from './text-fields.ts';
import { User } from './users.ts';

/** A password that was chosen once is compared, whatever the rule for new ones says today. */
export const Password = PlainField(1000, { missing: 'required', tooLong: 'password_too_long' });
/** The length of a new password is judged where the common ones are. */
export const NewPassword = writtenAs(PlainField(1000, { missing: 'required', tooLong: 'password_too_long' }), {
  ...plainSchema(PASSWORD_LENGTH_MAX),
  minLength: PASSWORD_LENGTH_MIN,
});
const CodeText = z
  .string({ error: 'required' })
  .overwrite(normalizeCode)
  .min(1, { error: 'required' })
  .max(20, { error: 'invalid' });
export const Code = writtenAs(CodeText, { type: 'string', pattern: '^[0-9]{6}$' });
/** A phone, or an e-mail address where a reset is asked for. */
const UsernameText = z
  .string({ error: 'required' })
  .overwrite((text) => text.trim())
  .min(1, { error: 'required' })
  .max(254, { error: 'too_long' });
const Username = writtenAs(UsernameText, {
  anyOf: [PHONE_SCHEMA, EMAIL_SCHEMA],
  description: 'A phone, or an e-mail address.',
});

export const CodeDelivery = z.object({
  medium: z.enum(['SMS', 'EMAIL']),
  destination: z.string(),
  resendAfterSeconds: z.number().int(),
});

export const signUp = endpoint('signUp', {
  summary: 'A new account; a code goes to the phone, or where no SMS goes to the e-mail address',
  access: 'public',
  created: true,
  notActor: ['username'],
  body: z.strictObject({
    username: PhoneField,
    password: NewPassword,
    attributes: z
      .strictObject({
        phone_number: PlainField(40).optional(),
        email: EmailField.optional(),
      })
      .optional(),
    /** The password is random and forgotten by the client; the first session may set one. */
    passwordLater: z.literal(true, { error: 'invalid' }).optional(),
  }),
  data: z.object({ userSub: z.string(), userConfirmed: z.literal(false), codeDelivery: CodeDelivery }),
  refuses: ['user_exists', 'phone_exists', 'email_exists', 'resend_too_soon', 'code_locked'],
  example: { body: { username: '2025550110', password: 'a river of green tea' } },
});

export const confirmSignUp = endpoint('confirmSignUp', {
  summary: 'Confirm the phone with its code',
  access: 'public',
  notActor: ['username'],
  body: z.strictObject({ username: PhoneField, code: Code }),
  data: Nothing,
  refuses: ['code_mismatch', 'code_expired', 'code_locked'],
  example: { body: { username: '2025550110', code: '123456' } },
});

export const resendCode = endpoint('resendCode', {
  summary:
    'Another code for the sign-up that this device had one for, not sooner than 60 seconds after the last; by e-mail from the third on, or where no SMS goes (R17.7). `code_expired` when another sign-up took its place',
  access: 'public',
  notActor: ['username'],
  body: z.strictObject({ username: PhoneField, medium: z.enum(['SMS', 'EMAIL'], { error: 'invalid' }).optional() }),
  data: z.object({ codeDelivery: CodeDelivery.extend({ emailOffered: z.boolean() }) }),
  refuses: ['resend_too_soon', 'code_locked', 'code_expired'],
  example: { body: { username: '2025550110' } },
});

export const Session = z.object({ accessToken: z.string(), expiresIn: z.number().int(), user: User.nullable() });
const NewPasswordChallenge = z.object({ challenge: z.literal('NEW_PASSWORD_REQUIRED'), session: z.string() });
const FactorChallenge = z.object({
  challenge: z.literal('SECOND_FACTOR'),
  session: z.string(),
  methods: z.array(z.enum(['passkey', 'totp', 'recoveryCode'])),
});

export const signIn = endpoint('signIn', {
  summary: 'An access token and a refresh cookie, or the challenge for a new password or a second factor',
  access: 'public',
  notActor: ['username'],
  body: z.strictObject({ username: Username, password: Password }),
  data: z.union([Session, NewPasswordChallenge, FactorChallenge]),
  refreshCookie: 'set',
  refuses: ['not_authorized', 'user_not_confirmed'],
  example: { body: { username: '2025550110', password: 'a river of green tea' } },
});

export const completeNewPassword = endpoint('completeNewPassword', {
  summary: 'Answer the new-password challenge',
  access: 'public',
  body: z.strictObject({
    session: PlainField(200, { missing: 'required', tooLong: 'invalid' }),
    newPassword: NewPassword,
  }),
  data: z.union([Session, FactorChallenge]),
  refreshCookie: 'set',
  refuses: ['session_ended'],
  example: { body: { session: 'Zx3o9vWq7k', newPassword: 'a river of green tea' } },
});

export const refreshSession = endpoint('refreshSession', {
  summary: 'A new access token for the refresh cookie, which rotates',
  access: 'public',
  refreshCookie: 'rotated',
  body: z.strictObject({}).nullable().optional(),
  data: z.object({ accessToken: z.string(), expiresIn: z.number().int() }),
  refuses: ['session_ended'],
  example: {},
});

export const forgotPassword = endpoint('forgotPassword', {
  summary: 'Send a reset code; the answer never tells whether the account exists',
  access: 'public',
  notActor: ['username'],
  body: z.strictObject({ username: Username }),
  data: z.object({ codeDelivery: CodeDelivery }),
  refuses: ['resend_too_soon', 'code_locked'],
  example: { body: { username: 'asha@example.org' } },
});

export const confirmForgotPassword = endpoint('confirmForgotPassword', {
  summary: 'Set a new password with the code; ends all sessions',
  access: 'public',
  notActor: ['username'],
  body: z.strictObject({ username: Username, code: Code, newPassword: NewPassword }),
  data: Nothing,
  refuses: ['code_mismatch', 'code_expired', 'code_locked'],
  example: { body: { username: '2025550110', code: '123456', newPassword: 'a river of green tea' } },
});

export const signOut = endpoint('signOut', {
  summary: 'End every session of the user at once',
  access: 'account',
  refreshCookie: 'cleared',
  body: z.strictObject({}).nullable().optional(),
  data: Nothing,
  refuses: [],
  example: {},
});

export const signOutByCookie = endpoint('signOutByCookie', {
  summary:
    'End every session of the person of the refresh cookie, which may be spent and stays; without a session behind it nothing is left to end',
  access: 'public',
  refreshCookie: 'read',
  body: z.strictObject({}).nullable().optional(),
  data: Nothing,
  refuses: [],
  example: {},
});

export const currentUser = endpoint('currentUser', {
  summary: 'The account behind the token',
  access: 'account',
  data: z.object({
    username: z.string(),
    /** Whether this session may set the first password of the account. */
    passwordLater: z.boolean(),
    attributes: z.object({
      sub: z.string(),
      phone_number: z.string(),
      phone_number_verified: z.boolean(),
      email: z.string().nullable(),
    }),
  }),
  refuses: ['not_found'],
  example: {},
});

export const listDevInbox = endpoint('listDevInbox', {
  summary: 'What would have been sent, newest first and on one page; outside production only',
  access: 'public',
  list: true,
  query: z.object({ to: PlainField(254).optional(), ...PageFields }),
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
  refuses: ['not_found'],
  example: { query: { to: '+12025550110' } },
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { InstantField, missingOr, Nothing } from './fields.ts';
import { Code, CodeDelivery, Password, Session } from './identity.ts';
import { alsoWritten } from './json-schema.ts';
import { TitleField } from './text-fields.ts';

/** A text of an authenticator: bytes as base64url, or a word of the browser. */
const Bytes = z.string({ error: 'invalid' }).max(20_000, { error: 'too_long' });
const AuthenticatorField = z.looseObject({ id: Bytes, rawId: Bytes, type: Bytes }, missingOr('invalid'));
/** The JSON form of what the browser answers; the library that checks the signature reads the rest. */
const NewPasskey = AuthenticatorField.extend({
  response: z.looseObject({ clientDataJSON: Bytes, attestationObject: Bytes }, missingOr('invalid')),
});
const UsedPasskey = AuthenticatorField.extend({
  response: z.looseObject({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes }, missingOr('invalid')),
});
/** The JSON form of what the browser asks its authenticators. */
const PasskeyOptions = z.looseObject({ challenge: z.string() });

const SignInToken = z.string({ error: 'required' }).max(200, { error: 'invalid' });
const RecoveryCode = z.string({ error: 'invalid' }).min(1, { error: 'required' }).max(40, { error: 'invalid' });
const GivenFactor = { totp: Code.optional(), passkey: UsedPasskey.optional(), recoveryCode: RecoveryCode.optional() };
const FACTORS = ['totp', 'passkey', 'recoveryCode'] as const;

/** Exactly one of these fields is given. */
function exactlyOne<Shape extends z.ZodRawShape>(body: z.ZodObject<Shape, z.core.$strict>, fields: readonly string[]) {
  const judged = body.superRefine((value, context) => {
    const given = fields.filter((field) => (value as Record<string, unknown>)[field] !== undefined);
    if (given.length === 1) return;
    for (const path of given.length === 0 ? fields : given) {
      context.addIssue({ code: 'custom', path: [path], message: given.length === 0 ? 'required' : 'invalid' });
    }
  });
  return alsoWritten(judged, { oneOf: fields.map((field) => ({ required: [field] })) });
}

export const stepUp = endpoint('stepUp', {
  summary:
    'Prove that it is really you, for ten minutes of this session: the second factor; without one the password, then the code that it sends (R34.2)',
  access: 'account',
  body: exactlyOne(z.strictObject({ password: Password.optional(), code: Code.optional(), ...GivenFactor }), [
    'password',
    'code',
    ...FACTORS,
  ]),
  data: z.union([z.object({ codeDelivery: CodeDelivery }), z.object({ until: InstantField })]),
  refuses: ['not_found', 'use_second_factor', 'code_mismatch', 'code_expired', 'code_locked', 'passkey_mismatch'],
  example: { body: { password: 'a river of green tea' } },
});

export const answerSecondFactor = endpoint('answerSecondFactor', {
  summary: 'End a sign-in with the second factor',
  access: 'public',
  body: exactlyOne(z.strictObject({ session: SignInToken, ...GivenFactor }), FACTORS),
  data: Session,
  refreshCookie: 'set',
  refuses: ['session_ended', 'code_mismatch', 'passkey_mismatch'],
  example: { body: { session: 'Zx3o9vWq7k', totp: '123456' } },
});

export const findSecondFactor = endpoint('findSecondFactor', {
  summary: 'The second factors of the caller, and how many recovery codes are left',
  access: 'account',
  data: z.object({
    factors: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['passkey', 'totp']),
        name: z.string(),
        addedAt: InstantField,
        lastUsedAt: InstantField.nullable(),
      }),
    ),
    recoveryCodesLeft: z.number().int(),
    isRequired: z.boolean(),
  }),
  refuses: [],
  example: {},
});

export const askPasskey = endpoint('askPasskey', {
  summary: 'What a browser needs to use a passkey, for a sign-in under way or for the own proof',
  access: 'public',
  body: z.strictObject({ session: SignInToken.optional() }),
  data: PasskeyOptions,
  refuses: ['sign_in_required', 'session_ended', 'not_found'],
  example: { body: {} },
});

export const beginFactor = endpoint('beginFactor', {
  summary: 'Begin to add a passkey, or codes by an app; needs a fresh proof',
  access: 'account',
  body: z.strictObject({ kind: z.enum(['passkey', 'totp'], missingOr('invalid')) }),
  data: z.union([
    z.object({ passkey: PasskeyOptions }),
    z.object({ totp: z.object({ secret: z.string(), url: z.string() }) }),
  ]),
  refuses: ['not_found', 'step_up_required'],
  example: { body: { kind: 'totp' } },
});

export const addFactor = endpoint('addFactor', {
  summary: 'Add what was begun; the first factor brings ten recovery codes, shown this once',
  access: 'account',
  created: true,
  body: exactlyOne(z.strictObject({ name: TitleField(60), passkey: NewPasskey.optional(), totp: Code.optional() }), [
    'passkey',
    'totp',
  ]),
  data: z.object({ id: z.string(), recoveryCodes: z.array(z.string()).nullable() }),
  refuses: ['step_up_required', 'code_mismatch', 'code_expired', 'passkey_mismatch'],
  example: { body: { name: 'My phone', totp: '123456' } },
});

export const removeFactor = endpoint('removeFactor', {
  summary: 'Take a second factor away; needs a fresh proof',
  access: 'account',
  query: z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/, { error: 'invalid' }) }),
  data: Nothing,
  refuses: ['not_found', 'step_up_required', 'factor_needed'],
  example: { query: { id: '12' } },
});

export const newRecoveryCodes = endpoint('newRecoveryCodes', {
  summary: 'Ten new recovery codes in the place of the old ones; needs a fresh proof',
  access: 'account',
  body: z.strictObject({}).nullable().optional(),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
  refuses: ['not_found', 'step_up_required'],
  example: { body: {} },
});

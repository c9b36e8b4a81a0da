import { BIO_LENGTH_MAX, NAME_LENGTH_MAX } from '@sathi/domain/accounts.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EmailField, MfiIdField, missingOr, PhoneField, TextField, TitleField, UserIdField } from './fields.ts';

const LANGUAGES = ['en', 'be', 'ar'] as const;
type Language = (typeof LANGUAGES)[number];

/** The language of the screens, stored as `be` for Bengali; `bn`, its code everywhere else, is taken for it (R17.1). */
export const LanguageField = z
  .enum([...LANGUAGES, 'bn'], missingOr('invalid'))
  .transform((language): Language => (language === 'bn' ? 'be' : language)) as unknown as z.ZodType<Language, Language>;

export const User = z.object({
  id: UserIdField,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
  bio: z.string(),
  profileImage: z.string().nullable(),
  publicAddress: z.string().nullable(),
  language: z.enum(LANGUAGES),
  userMfis: z.array(z.object({ mfiId: MfiIdField, mfiName: z.string() })),
});

export const userExists = endpoint('userExists', {
  summary: 'Whether an e-mail address or a phone is taken',
  access: 'public',
  query: z
    .object({ email: z.string().max(254).optional(), phone: z.string().max(40).optional() })
    .superRefine(({ email, phone }, context) => {
      if (email?.trim() || phone?.trim()) return;
      for (const path of ['email', 'phone']) context.addIssue({ code: 'custom', path: [path], message: 'required' });
    }),
  data: z.object({ byEmail: z.boolean(), byPhone: z.boolean() }),
});

export const findMe = endpoint('findMe', {
  summary: 'The signed-in user with the count of unread messages',
  access: 'signed_in',
  query: z.object({ username: z.string().max(80).optional() }),
  data: User.extend({ unreadMessagesCount: z.number().int() }),
});

export const createUser = endpoint('createUser', {
  summary: 'The one profile of a signed-up subject; `username` is the `userSub` that sign-up answered',
  access: 'public',
  created: true,
  body: z.strictObject({
    firstName: TitleField(NAME_LENGTH_MAX),
    lastName: TitleField(NAME_LENGTH_MAX),
    phone: PhoneField,
    email: EmailField,
    bio: TextField(BIO_LENGTH_MAX, { optional: true }).default(''),
    username: z.string({ error: 'required' }).min(1, { error: 'required' }).max(80, { error: 'invalid' }),
    language: LanguageField.optional(),
    /** The token of an invitation link that led here (R12.3). */
    invitation: z.string().max(200).optional(),
  }),
  data: User,
});

const OneUser = z.object({ id: UserIdField });

export const findUser = endpoint('findUser', {
  summary: 'Oneself',
  access: 'signed_in',
  params: OneUser,
  data: User,
});

export const updateUser = endpoint('updateUser', {
  summary: 'Save the own profile; every text field is required',
  access: 'signed_in',
  params: OneUser,
  body: z.strictObject({
    firstName: TitleField(NAME_LENGTH_MAX),
    lastName: TitleField(NAME_LENGTH_MAX),
    phone: PhoneField,
    email: EmailField,
    bio: TextField(BIO_LENGTH_MAX),
    profileImage: z
      .string({ error: 'invalid' })
      .regex(/^(profileImages\/[\w.-]{1,200})?$/, { error: 'invalid' })
      .nullable()
      .optional(),
    language: LanguageField.optional(),
  }),
  data: User,
});

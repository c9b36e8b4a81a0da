import { BIO_LENGTH_MAX, NAME_LENGTH_MAX } from '@sathi/domain/accounts.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EmailField, PhoneField } from './address-fields.ts';
import { ActorFields, InstantField, MfiIdField, missingOr, UserIdField } from './fields.ts';
import { PlainField, TextField, TitleField } from './text-fields.ts';

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
  /** The institutions among `userMfis` in which the person is a manager (R34.4). */
  managerOf: z.array(MfiIdField),
});

/** Oneself, with the addresses that wait for their code (R17.8). */
export const OwnUser = User.extend({
  pendingEmail: z.string().nullable(),
  pendingPhone: z.string().nullable(),
  /** An unconfirmed address counts for nothing, and only its confirmation is mailed there (R33.2). */
  isEmailConfirmed: z.boolean(),
  /** The address of an office stands in for one of their own: no mail goes there, and it opens no account. */
  isEmailOfOffice: z.boolean(),
  /**
   * Whether the phone is confirmed by SMS. An unconfirmed one gives no right, and anyone who confirms it gets it
   * (R33.2).
   */
  isPhoneConfirmed: z.boolean(),
  /**
   * The instant until which nothing is paid out to the person, after staff have changed their phone; else null (R33.4).
   */
  payoutsRestUntil: InstantField.nullable(),
});

export const userExists = endpoint('userExists', {
  summary: 'Whether an e-mail address or a phone is taken; one of the two has to be named',
  access: 'public',
  query: z
    .object({ email: PlainField(254).optional(), phone: PlainField(40).optional() })
    .superRefine(({ email, phone }, context) => {
      if (email?.trim() || phone?.trim()) return;
      for (const path of ['email', 'phone']) context.addIssue({ code: 'custom', path: [path], message: 'required' });
    }),
  data: z.object({ byEmail: z.boolean(), byPhone: z.boolean() }),
  refuses: [],
  example: { query: { email: 'asha@example.org', phone: '+8801712345678' } },
});

export const findMe = endpoint('findMe', {
  summary: 'The signed-in user with the count of unread messages',
  access: 'account',
  query: z.object({ username: PlainField(80).optional() }),
  data: OwnUser.extend({ unreadMessagesCount: z.number().int() }),
  refuses: ['not_found'],
  example: {},
});

const PROFILE = {
  firstName: 'Asha',
  lastName: 'Begum',
  phone: '+8801712345678',
  email: 'asha@example.org',
  bio: 'I sell milk.',
};

export const createUser = endpoint('createUser', {
  summary: 'The one profile of a signed-up subject; `username` is the `userSub` that sign-up answered',
  access: 'public',
  created: true,
  notActor: ['username'],
  body: z.strictObject({
    firstName: TitleField(NAME_LENGTH_MAX),
    lastName: TitleField(NAME_LENGTH_MAX),
    phone: PhoneField,
    email: EmailField,
    bio: TextField(BIO_LENGTH_MAX, { optional: true }).default(''),
    username: PlainField(80, { missing: 'required', tooLong: 'invalid', lengthMin: 1 }),
    language: LanguageField.optional(),
    /** The token of an invitation link that led here (R12.3). */
    invitation: PlainField(200).optional(),
  }),
  data: User,
  refuses: ['not_found', 'profile_exists', 'email_exists', 'phone_exists'],
  example: { body: { ...PROFILE, username: 'b5c1a4a0-6f0e-4f0a-9a3d-0c5a2f1d7e11' } },
});

const OneUser = z.object({ id: UserIdField });

export const findUser = endpoint('findUser', {
  summary: 'Oneself',
  access: 'account',
  params: OneUser,
  data: OwnUser,
  refuses: [],
  example: { params: { id: '10' } },
});

export const updateUser = endpoint('updateUser', {
  summary:
    'Save the own profile; every text field is required. A changed e-mail address or phone needs a fresh proof, and waits for the code that goes there (R17.8)',
  access: 'account',
  params: OneUser,
  body: z.strictObject({
    userId: ActorFields.userId,
    firstName: TitleField(NAME_LENGTH_MAX),
    lastName: TitleField(NAME_LENGTH_MAX),
    phone: PhoneField,
    email: EmailField,
    bio: TextField(BIO_LENGTH_MAX),
    profileImage: z
      .string({ error: 'invalid' })
      .regex(/^(profileImages\/[A-Za-z0-9_.-]{1,200})?$/, { error: 'invalid' })
      .nullable()
      .optional(),
    language: LanguageField.optional(),
  }),
  data: OwnUser,
  refuses: ['email_exists', 'phone_exists', 'step_up_required'],
  example: { params: { id: '10' }, body: { ...PROFILE, profileImage: null } },
});

export const setLanguage = endpoint('setLanguage', {
  summary: 'The language that mails and SMS to oneself are in',
  access: 'signed_in',
  body: z.strictObject({ userId: ActorFields.userId, language: LanguageField }),
  data: z.object({ language: z.enum(LANGUAGES) }),
  refuses: [],
  example: { body: { language: 'ar' } },
});

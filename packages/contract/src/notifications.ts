import { CHOSEN_KINDS, NOTIFICATION_KINDS } from '@sathi/domain/notifications.ts';
import { PUSH_ADDRESS, PUSH_ADDRESS_LENGTH_MAX } from '@sathi/domain/push.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CampaignIdField,
  InstantField,
  missingOr,
  MoneyField,
  NotificationIdField,
  PageFields,
  problem,
  ProposalIdField,
} from './fields.ts';
import { LocalMoney } from './money-fields.ts';

export const Notification = z.object({
  id: NotificationIdField,
  kind: z.enum(NOTIFICATION_KINDS),
  /** The proposal; null where the reader has none to open, or none any more. */
  proposalId: ProposalIdField.nullable(),
  campaignId: CampaignIdField.nullable(),
  /** The title of the proposal or the campaign. */
  title: z.string(),
  mfiName: z.string(),
  /** The person behind it, where there is one and the reader may know. */
  actorName: z.string().nullable(),
  amount: MoneyField.nullable(),
  /** The same in the money that its reader pays in; null for dollars. */
  local: LocalMoney.nullable(),
  /** The path of the institution's page that it leads to when it is about no proposal, "/App/HowToPay/DCBS". */
  path: z.string().nullable(),
  date: InstantField,
  isRead: z.boolean(),
  /** Whether the loan is the reader's own, which changes how the event is told. */
  isOwn: z.boolean(),
});

export const listNotifications = endpoint('listNotifications', {
  summary: 'What concerns the caller, newest first',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(Notification),
  refuses: [],
  example: {},
});

export const readNotifications = endpoint('readNotifications', {
  summary: 'Everything up to this notification is read',
  access: 'signed_in',
  body: z.strictObject({ userId: ActorFields.userId, notificationId: NotificationIdField }),
  data: z.object({ unreadNotificationsCount: z.number().int() }),
  refuses: ['not_found'],
  example: { body: { notificationId: '7' } },
});

const Preference = {
  kind: z.enum(CHOSEN_KINDS, { error: 'invalid' }),
  inApp: z.boolean({ error: 'invalid' }),
  email: z.boolean({ error: 'invalid' }),
  sms: z.boolean({ error: 'invalid' }),
};

export const listNotificationPreferences = endpoint('listNotificationPreferences', {
  summary: 'How the caller hears of each kind of event',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(z.object(Preference)),
  refuses: [],
  example: {},
});

export const saveNotificationPreferences = endpoint('saveNotificationPreferences', {
  summary: 'Choose how to hear of some kinds of events; what is not named stays',
  access: 'signed_in',
  list: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    preferences: z
      .array(z.strictObject(Preference, missingOr('invalid')), missingOr('invalid'))
      .max(CHOSEN_KINDS.length, problem('invalid')),
  }),
  data: z.array(z.object(Preference)),
  refuses: [],
  example: { body: { preferences: [{ kind: 'message', inApp: true, email: false, sms: false }] } },
});

const isOn = z.boolean();

export const findPush = endpoint('findPush', {
  summary: 'Whether this session is told of news on its device, and the key that its browser is asked with',
  access: 'signed_in',
  query: z.object({ ...ActorFields }),
  data: z.object({
    /** Null where nothing is shown on devices. */
    publicKey: z.string().nullable(),
    isOn,
  }),
  refuses: [],
  example: {},
});

export const startPush = endpoint('startPush', {
  summary: 'Be told of news on this device, for as long as this session lasts; the address and keys are the browser’s',
  access: 'signed_in',
  body: z.strictObject({
    userId: ActorFields.userId,
    endpoint: z
      .string(missingOr('invalid'))
      .max(PUSH_ADDRESS_LENGTH_MAX, problem('invalid'))
      .regex(PUSH_ADDRESS, problem('invalid')),
    p256dh: z.string(missingOr('invalid')).regex(/^B[\w-]{86}$/, problem('invalid')),
    auth: z.string(missingOr('invalid')).regex(/^[\w-]{22}$/, problem('invalid')),
  }),
  data: z.object({ isOn }),
  refuses: ['push_off'],
  example: {
    body: {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
});

export const stopPush = endpoint('stopPush', {
  summary: 'No more news on this device',
  access: 'signed_in',
  query: z.object({ ...ActorFields }),
  data: z.object({ isOn }),
  refuses: [],
  example: {},
});

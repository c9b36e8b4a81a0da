import { NOTIFICATION_KINDS } from '@sathi/domain/notifications.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  ActorFields,
  CampaignIdField,
  InstantField,
  MoneyField,
  NotificationIdField,
  PageFields,
  ProposalIdField,
} from './fields.ts';

export const Notification = z.object({
  id: NotificationIdField,
  kind: z.enum(NOTIFICATION_KINDS),
  /** Null where there is nothing to open for the reader (any more). */
  proposalId: ProposalIdField.nullable(),
  campaignId: CampaignIdField.nullable(),
  /** Of the proposal or the campaign. */
  title: z.string(),
  mfiName: z.string(),
  /** Who did it, where a person did and the reader may know. */
  actorName: z.string().nullable(),
  amount: MoneyField.nullable(),
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
});

export const readNotifications = endpoint('readNotifications', {
  summary: 'Everything up to this notification is read',
  access: 'signed_in',
  body: z.strictObject({ userId: ActorFields.userId, notificationId: NotificationIdField }),
  data: z.object({ unreadNotificationsCount: z.number().int() }),
});

const Preference = {
  kind: z.enum(NOTIFICATION_KINDS, { error: 'invalid' }),
  inApp: z.boolean({ error: 'invalid' }),
  email: z.boolean({ error: 'invalid' }),
  sms: z.boolean({ error: 'invalid' }),
};

export const listNotificationPreferences = endpoint('listNotificationPreferences', {
  summary: 'How the caller hears of each kind of event',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields }),
  data: z.array(z.object(Preference)),
});

export const saveNotificationPreferences = endpoint('saveNotificationPreferences', {
  summary: 'Choose how to hear of some kinds of events; what is not named stays',
  access: 'signed_in',
  list: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    preferences: z
      .array(z.strictObject(Preference), { error: 'required' })
      .max(NOTIFICATION_KINDS.length, { error: 'invalid' }),
  }),
  data: z.array(z.object(Preference)),
});

import type campaignsAr from '../locales/campaigns/ar.json';
import type campaignsBe from '../locales/campaigns/be.json';
import type campaignsEn from '../locales/campaigns/en.json';
import type chainAr from '../locales/chain/ar.json';
import type chainBe from '../locales/chain/be.json';
import type chainEn from '../locales/chain/en.json';
import type commonAr from '../locales/common/ar.json';
import type commonBe from '../locales/common/be.json';
import type commonEn from '../locales/common/en.json';
import type helpAr from '../locales/help/ar.json';
import type helpBe from '../locales/help/be.json';
import type helpEn from '../locales/help/en.json';
import type homeAr from '../locales/home/ar.json';
import type homeBe from '../locales/home/be.json';
import type homeEn from '../locales/home/en.json';
import type identityAr from '../locales/identity/ar.json';
import type identityBe from '../locales/identity/be.json';
import type identityEn from '../locales/identity/en.json';
import type invitationsAr from '../locales/invitations/ar.json';
import type invitationsBe from '../locales/invitations/be.json';
import type invitationsEn from '../locales/invitations/en.json';
import type messagesAr from '../locales/messages/ar.json';
import type messagesBe from '../locales/messages/be.json';
import type messagesEn from '../locales/messages/en.json';
import type mfiAr from '../locales/mfi/ar.json';
import type mfiBe from '../locales/mfi/be.json';
import type mfiEn from '../locales/mfi/en.json';
import type moneyAr from '../locales/money/ar.json';
import type moneyBe from '../locales/money/be.json';
import type moneyEn from '../locales/money/en.json';
import type notificationsAr from '../locales/notifications/ar.json';
import type notificationsBe from '../locales/notifications/be.json';
import type notificationsEn from '../locales/notifications/en.json';
import type offlineAr from '../locales/offline/ar.json';
import type offlineBe from '../locales/offline/be.json';
import type offlineEn from '../locales/offline/en.json';
import type picturesAr from '../locales/pictures/ar.json';
import type picturesBe from '../locales/pictures/be.json';
import type picturesEn from '../locales/pictures/en.json';
import type portfolioAr from '../locales/portfolio/ar.json';
import type portfolioBe from '../locales/portfolio/be.json';
import type portfolioEn from '../locales/portfolio/en.json';
import type profileAr from '../locales/profile/ar.json';
import type profileBe from '../locales/profile/be.json';
import type profileEn from '../locales/profile/en.json';
import type proposalAr from '../locales/proposal/ar.json';
import type proposalBe from '../locales/proposal/be.json';
import type proposalEn from '../locales/proposal/en.json';
import type shareAr from '../locales/share/ar.json';
import type shareBe from '../locales/share/be.json';
import type shareEn from '../locales/share/en.json';
import type updatesAr from '../locales/updates/ar.json';
import type updatesBe from '../locales/updates/be.json';
import type updatesEn from '../locales/updates/en.json';

type English = typeof campaignsEn &
  typeof chainEn &
  typeof commonEn &
  typeof helpEn &
  typeof homeEn &
  typeof identityEn &
  typeof invitationsEn &
  typeof messagesEn &
  typeof mfiEn &
  typeof moneyEn &
  typeof notificationsEn &
  typeof offlineEn &
  typeof picturesEn &
  typeof portfolioEn &
  typeof profileEn &
  typeof proposalEn &
  typeof shareEn &
  typeof updatesEn;

/** Every text of the interface, as English names them. */
export type TextKey = keyof English;

/** `true`, or the keys that one of the two files lacks. */
type SameKeys<First, Second> = [Exclude<keyof First, keyof Second> | Exclude<keyof Second, keyof First>] extends [never]
  ? true
  : { missing: Exclude<keyof First, keyof Second>; unknown: Exclude<keyof Second, keyof First> };

// Each line fails to compile, naming the keys, when a translation lacks a text or has one English does not know.
export const COMPLETE: {
  campaigns: [SameKeys<typeof campaignsEn, typeof campaignsBe>, SameKeys<typeof campaignsEn, typeof campaignsAr>];
  chain: [SameKeys<typeof chainEn, typeof chainBe>, SameKeys<typeof chainEn, typeof chainAr>];
  common: [SameKeys<typeof commonEn, typeof commonBe>, SameKeys<typeof commonEn, typeof commonAr>];
  help: [SameKeys<typeof helpEn, typeof helpBe>, SameKeys<typeof helpEn, typeof helpAr>];
  home: [SameKeys<typeof homeEn, typeof homeBe>, SameKeys<typeof homeEn, typeof homeAr>];
  identity: [SameKeys<typeof identityEn, typeof identityBe>, SameKeys<typeof identityEn, typeof identityAr>];
  invitations: [
    SameKeys<typeof invitationsEn, typeof invitationsBe>,
    SameKeys<typeof invitationsEn, typeof invitationsAr>,
  ];
  messages: [SameKeys<typeof messagesEn, typeof messagesBe>, SameKeys<typeof messagesEn, typeof messagesAr>];
  mfi: [SameKeys<typeof mfiEn, typeof mfiBe>, SameKeys<typeof mfiEn, typeof mfiAr>];
  money: [SameKeys<typeof moneyEn, typeof moneyBe>, SameKeys<typeof moneyEn, typeof moneyAr>];
  notifications: [
    SameKeys<typeof notificationsEn, typeof notificationsBe>,
    SameKeys<typeof notificationsEn, typeof notificationsAr>,
  ];
  offline: [SameKeys<typeof offlineEn, typeof offlineBe>, SameKeys<typeof offlineEn, typeof offlineAr>];
  pictures: [SameKeys<typeof picturesEn, typeof picturesBe>, SameKeys<typeof picturesEn, typeof picturesAr>];
  portfolio: [SameKeys<typeof portfolioEn, typeof portfolioBe>, SameKeys<typeof portfolioEn, typeof portfolioAr>];
  profile: [SameKeys<typeof profileEn, typeof profileBe>, SameKeys<typeof profileEn, typeof profileAr>];
  proposal: [SameKeys<typeof proposalEn, typeof proposalBe>, SameKeys<typeof proposalEn, typeof proposalAr>];
  share: [SameKeys<typeof shareEn, typeof shareBe>, SameKeys<typeof shareEn, typeof shareAr>];
  updates: [SameKeys<typeof updatesEn, typeof updatesBe>, SameKeys<typeof updatesEn, typeof updatesAr>];
} = {
  campaigns: [true, true],
  chain: [true, true],
  common: [true, true],
  help: [true, true],
  home: [true, true],
  identity: [true, true],
  invitations: [true, true],
  messages: [true, true],
  mfi: [true, true],
  money: [true, true],
  notifications: [true, true],
  offline: [true, true],
  pictures: [true, true],
  portfolio: [true, true],
  profile: [true, true],
  proposal: [true, true],
  share: [true, true],
  updates: [true, true],
};

import type { SentenceKey } from '@sathi/contract/refusals.ts';
import type arHelp from '../ar/help.json';
import type arMails from '../ar/mails.json';
import type arMoney from '../ar/money.json';
import type arPages from '../ar/pages.json';
import type arPeople from '../ar/people.json';
import type arRefusals from '../ar/refusals.json';
import type arStaff from '../ar/staff.json';
import type beHelp from '../be/help.json';
import type beMails from '../be/mails.json';
import type beMoney from '../be/money.json';
import type bePages from '../be/pages.json';
import type bePeople from '../be/people.json';
import type beRefusals from '../be/refusals.json';
import type beStaff from '../be/staff.json';
import type enHelp from '../en/help.json';
import type enMails from '../en/mails.json';
import type enMoney from '../en/money.json';
import type enPages from '../en/pages.json';
import type enPeople from '../en/people.json';
import type enRefusals from '../en/refusals.json';
import type enStaff from '../en/staff.json';

/** The texts of the screens that are open to all, as English names them. */
export type PeopleKey = keyof typeof enPeople;

/** The texts of the screens for staff, and of the test network's pages. */
export type StaffKey = keyof typeof enStaff;

/** The texts of paying in, for all who do. */
export type MoneyKey = keyof typeof enMoney;

/** The words of help mode about each marked control. */
export type HelpKey = keyof typeof enHelp;

/** The mails and SMS, and the sentences of the events that they tell of. */
export type MailKey = keyof typeof enMails;

/** The texts of pages that the server writes without the app: guide, posters, receipts, calendars. */
export type PageKey = keyof typeof enPages;

/** `true`, or the keys that one of the two lacks. */
type Same<Wanted, Given> = [Exclude<Wanted, Given> | Exclude<Given, Wanted>] extends [never]
  ? true
  : { missing: Exclude<Wanted, Given>; unknown: Exclude<Given, Wanted> };

/** Does not compile, naming the keys, while a language lacks a text or has one too many. */
export const COMPLETE: readonly [
  Same<PeopleKey, keyof typeof bePeople>,
  Same<PeopleKey, keyof typeof arPeople>,
  Same<StaffKey, keyof typeof beStaff>,
  Same<StaffKey, keyof typeof arStaff>,
  Same<MoneyKey, keyof typeof beMoney>,
  Same<MoneyKey, keyof typeof arMoney>,
  Same<HelpKey, keyof typeof beHelp>,
  Same<HelpKey, keyof typeof arHelp>,
  Same<MailKey, keyof typeof beMails>,
  Same<MailKey, keyof typeof arMails>,
  Same<PageKey, keyof typeof bePages>,
  Same<PageKey, keyof typeof arPages>,
  Same<SentenceKey, keyof typeof enRefusals>,
  Same<SentenceKey, keyof typeof beRefusals>,
  Same<SentenceKey, keyof typeof arRefusals>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true];

import type { Category } from '@sathi/domain/categories.ts';
import type { GivenCause } from '@sathi/domain/defaults.ts';
import type { HardshipReason } from '@sathi/domain/hardships.ts';
import type { ReturnReason } from '@sathi/domain/proposals.ts';
import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import type { PersonName } from './people.ts';
import type { PictureName } from './pictures/pictures.ts';

/** Days before the seeding; parts of a day order the events of one day. */
export type DaysAgo = number;

type Refusal = { readonly at: DaysAgo; readonly reason: string };

export type SeedBacking = readonly [backer: PersonName, dollars: number, at: DaysAgo];

export type SeedWithdrawal = {
  readonly requested: DaysAgo;
  readonly method: WithdrawalMethod;
  readonly bankName?: string;
  readonly rejected?: Refusal;
  readonly sent?: DaysAgo;
  readonly confirmed?: DaysAgo;
  readonly failed?: Refusal;
};

export type SeedPayment = {
  readonly dollars: number;
  readonly entered: DaysAgo;
  /** Cash at the office is entered by the officer. */
  readonly byStaff?: true;
  readonly approved?: DaysAgo;
  readonly rejected?: Refusal;
};

/** A step of a loan that goes otherwise than planned. The first of two people takes it at its time, the second within a day. */
export type SeedTrouble = { readonly at: DaysAgo } & (
  | {
      readonly kind: 'cannotPay';
      readonly reason: HardshipReason;
      /** The sum that is possible each month. */
      readonly dollars: number;
      readonly fromInDays: number;
      readonly note: string;
    }
  | { readonly kind: 'newPlan'; readonly months: number; readonly firstInDays: number; readonly reason: string }
  | { readonly kind: 'defaulted'; readonly cause: GivenCause; readonly reason: string }
  | { readonly kind: 'writtenOff' | 'releaseUndone'; readonly reason: string }
  | { readonly kind: 'forgiven'; readonly backer: PersonName }
);

/**
 * One loan and its whole history. An absent field is an event that did not happen; a loan without `published` is a
 * draft.
 */
export type SeedLoan = {
  readonly owner: PersonName;
  readonly picture: PictureName;
  readonly title: string;
  readonly description: string;
  /** Absent from a few, for staff to fill in (R26.1). */
  readonly place?: string;
  readonly category?: Category;
  readonly dollars: number;
  readonly months: number;
  /** Its owner takes what comes together, from half of it on (R5.5). */
  readonly takesPart?: true;
  readonly created: DaysAgo;
  readonly published?: DaysAgo;
  readonly checked?: DaysAgo;
  readonly backings?: readonly SeedBacking[];
  readonly ignored?: ReadonlyArray<readonly [who: PersonName, at: DaysAgo]>;
  readonly returned?: { readonly at: DaysAgo; readonly reason: ReturnReason; readonly note: string };
  readonly released?: DaysAgo;
  readonly withdrawals?: readonly SeedWithdrawal[];
  readonly payments?: readonly SeedPayment[];
  readonly troubles?: readonly SeedTrouble[];
};

/** A payment that the office approved half a day later. */
export function paid(dollars: number, entered: DaysAgo): SeedPayment {
  return { dollars, entered, approved: entered - 0.5 };
}

/** A withdrawal that was sent a day after it was asked for, and confirmed two days after. */
export function received(requested: DaysAgo, method: WithdrawalMethod, bankName?: string): SeedWithdrawal {
  return { requested, method, sent: requested - 1, confirmed: requested - 2, ...(bankName && { bankName }) };
}

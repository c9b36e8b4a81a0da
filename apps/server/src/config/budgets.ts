import { z } from 'zod';

/** Why a delivery leaves. Each purpose has a budget of its own, for SMS and for mails. */
export const PURPOSES = ['sign_up', 'reset', 'notice', 'import'] as const;

/** How many deliveries of a purpose may leave in a day, for all people together or for the phones of one country. */
export type DeliveryBudget = {
  readonly channel: 'sms' | 'email';
  readonly purpose: (typeof PURPOSES)[number];
  /** Null for all countries together. */
  readonly country: string | null;
  readonly aDay: number;
};
export type BudgetConfig = {
  readonly budgets: readonly DeliveryBudget[];
  /** Steps of the easiest proof of work: about two seconds on a cheap phone. */
  readonly challengeSteps: number;
};

const DEFAULTS = {
  sms: { sign_up: 5_000, reset: 5_000, notice: 20_000, import: 10_000 },
  email: { sign_up: 10_000, reset: 10_000, notice: 200_000, import: 10_000 },
} as const;
const FORM = new RegExp(`^(${PURPOSES.join('|')})(?:/([A-Z]{2}))?=(\\d{1,9})$`);

const Budget = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every((part) => FORM.test(part)));
/** An address of a mail has no country. */
const MailBudget = Budget.refine((parts) => parts.every((part) => !part.includes('/')));

export const BUDGET_RULES = {
  SMS_BUDGET:
    'must be parts such as sign_up=5000, reset=5000, notice=20000, import=10000 or sign_up/BD=2000, separated by commas',
  MAIL_BUDGET: 'must be parts such as sign_up=10000, reset=10000, notice=200000 or import=10000, separated by commas',
  CHALLENGE_STEPS: 'must be a whole number from 1 to 100000',
} as const;

export const BUDGET_VARIABLES = {
  SMS_BUDGET: Budget.optional(),
  MAIL_BUDGET: MailBudget.optional(),
  CHALLENGE_STEPS: z
    .string()
    .regex(/^[1-9]\d{0,4}$|^100000$/)
    .transform(Number)
    .default(700),
};

type Values = {
  readonly SMS_BUDGET?: readonly string[] | undefined;
  readonly MAIL_BUDGET?: readonly string[] | undefined;
  readonly CHALLENGE_STEPS: number;
};

/** A budget that is not named keeps its default. */
export function readBudgets({ SMS_BUDGET, MAIL_BUDGET, CHALLENGE_STEPS }: Values): BudgetConfig {
  const budgets = [...budgetsOf('sms', SMS_BUDGET ?? []), ...budgetsOf('email', MAIL_BUDGET ?? [])];
  return { budgets, challengeSteps: CHALLENGE_STEPS };
}

function budgetsOf(channel: DeliveryBudget['channel'], parts: readonly string[]): DeliveryBudget[] {
  const given = parts.map((part) => {
    const [, purpose, country = null, aDay] = FORM.exec(part) as RegExpExecArray;
    return { channel, purpose: purpose as DeliveryBudget['purpose'], country, aDay: Number(aDay) };
  });
  const others = PURPOSES.filter((purpose) => !given.some((one) => one.purpose === purpose && one.country === null));
  return [
    ...given,
    ...others.map((purpose) => ({ channel, purpose, country: null, aDay: DEFAULTS[channel][purpose] })),
  ];
}

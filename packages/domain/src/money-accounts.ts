import type { Currency } from './local-money.ts';

/** How money reaches an institution and leaves it (R19.6). */
export const MONEY_ACCOUNT_KINDS = ['bank', 'mobile_wallet', 'till'] as const;
export type MoneyAccountKind = (typeof MONEY_ACCOUNT_KINDS)[number];

export const ACCOUNT_WORDS_LENGTH_MAX = 80;
export const ACCOUNT_NUMBER_LENGTH_MAX = 64;
export const FEE_WORDS_MAX = 20;

/** Words for payers in each language; empty where nobody has written them. */
export type Instructions = { readonly en: string; readonly be: string; readonly ar: string };

/** The parts that steer money. A change of them waits for a second person, and payers see the old ones until then. */
export type Steering = {
  readonly holder: string;
  readonly number: string;
  readonly bankName: string;
  readonly bic: string;
  readonly upiId: string;
  /** The account's own merchant code (EMVCo). */
  readonly qrText: string;
  readonly forPayIn: boolean;
  readonly forPayOut: boolean;
  readonly instructions: Instructions;
};
/** Words of the office itself, which anybody there changes. */
export type OfficeWords = { readonly label: string; readonly feeWords: readonly string[] };
/** Kind and currency, which never change: a statement in another currency would be read wrongly. */
export type AccountNature = { readonly kind: MoneyAccountKind; readonly currency: Currency };
export type MoneyAccountValues = AccountNature & OfficeWords & Steering;

export type AccountChange = {
  readonly atOnce: Partial<OfficeWords & Steering>;
  /** Undefined: what waits goes on waiting; null: nothing waits any more. */
  readonly waits: Partial<Steering> | null | undefined;
};

/**
 * Parts a change into its effect at once and the rest, which waits for a second person. Taking an account out of use for paying in, and
 * nothing else of it, needs one person (R19.6). A change that is entered while another waits takes its place, so that
 * one person stands for all of it; asking for what is in force takes the waiting one away.
 */
export function changeOf(
  inForce: MoneyAccountValues,
  waiting: Partial<Steering> | null,
  { label, feeWords, ...steering }: Partial<OfficeWords & Steering>,
): AccountChange {
  const words = withoutUndefined({ label, feeWords });
  const differs = Object.entries(withoutUndefined(steering)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(inForce[key as keyof Steering]),
  );
  const changed = Object.fromEntries(differs) as Partial<Steering>;
  if (differs.length === 1 && changed.forPayIn === false) {
    const { forPayIn: _, ...rest } = waiting ?? {};
    return { atOnce: { ...words, forPayIn: false }, waits: Object.keys(rest).length > 0 ? rest : null };
  }
  if (differs.length > 0) return { atOnce: words, waits: changed };
  return { atOnce: words, waits: Object.keys(withoutUndefined(steering)).length > 0 ? null : undefined };
}

const INSTRUCTION_LINES_MAX = 5;
export const INSTRUCTIONS_LENGTH_MAX = 600;
/** The words in braces that stand for the payer's own facts. */
const INSTRUCTION_FACTS = ['reference', 'amount', 'payBy'] as const;
export type InstructionFacts = Readonly<Record<(typeof INSTRUCTION_FACTS)[number], string>>;

const IN_BRACES = /\{([^{}]*)\}/g;

/** Whether a text has at most five lines, and in braces nothing but the payer's facts. */
export function areInstructions(text: string): boolean {
  const rest = text.replaceAll(IN_BRACES, (braces, name: string) => (isFact(name) ? '' : braces));
  return text.split('\n').length <= INSTRUCTION_LINES_MAX && !/[{}]/.test(rest);
}

/** The lines that one payer reads, in their language, else in English, else in any. Empty without instructions. */
export function instructionLines(
  instructions: Instructions,
  language: keyof Instructions,
  facts: InstructionFacts,
): string[] {
  const { en, be, ar } = instructions;
  const text = instructions[language] || en || be || ar;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => line.replaceAll(IN_BRACES, (braces, name) => (isFact(name) ? facts[name] : braces)));
}

function isFact(name: string): name is keyof InstructionFacts {
  return (INSTRUCTION_FACTS as readonly string[]).includes(name);
}

/** ISO 9362: bank, country, place, and a branch or none. */
export function isBic(text: string): boolean {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
}

/** The address of an account in India's unified payments: `office@bank`. */
export function isUpiId(text: string): boolean {
  return /^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9.-]{1,63}$/.test(text);
}

function withoutUndefined<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

import fs from 'node:fs';
import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { LocalPlan } from '@sathi/domain/local-plan.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import type { Candidates, Named, Rates } from '@sathi/domain/statement-candidates.ts';
import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import { readStatement } from '../../features/statements/reading/read-statement.ts';
import { StatementRefused } from '../../features/statements/reading/refused.ts';
import type { CsvMapping } from '@sathi/domain/statement-files.ts';
import type {
  StatementRead,
  StatementRefusal,
  StatementTask,
} from '../../features/statements/reading/statement-messages.ts';

/** Files of a bank and a wallet, made up, with the world they meet and what is to come of them. */
const FOLDER = new URL('./', import.meta.url);

export function statementFile(name: string): Buffer {
  return fs.readFileSync(new URL(name, FOLDER));
}

export function statementJson<Content>(name: string): Content {
  return JSON.parse(statementFile(name).toString('utf8')) as Content;
}

type FixtureAccount = {
  readonly id: string;
  readonly kind: string;
  readonly currency: string;
  readonly feeWords: readonly string[];
  readonly mapping?: CsvMapping;
};
type Item = {
  readonly proposalId: string;
  readonly investmentId: string;
  readonly backedOn: CalendarDate;
  readonly payBy: CalendarDate;
  readonly unpaidCents: Cents;
};
type Pending = {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly cents: Cents;
  readonly channel: string;
  readonly reference: string;
  readonly paidOn: CalendarDate;
};
export type Fixture = {
  readonly unitMinor: number;
  readonly rates: readonly {
    readonly currency: string;
    readonly validFrom: CalendarDate;
    readonly rateMicros: number;
  }[];
  readonly accounts: readonly FixtureAccount[];
  readonly orders: readonly { readonly reference: string; readonly items: readonly Item[] }[];
  readonly loans: readonly {
    readonly reference: string;
    readonly outstandingCents: Cents;
    readonly localLeft: number;
    readonly instalment: { readonly USD: Cents; readonly BDT: number };
    readonly plan: LocalPlan;
    readonly pending: readonly Pending[];
  }[];
  readonly payouts: readonly {
    readonly id: string;
    readonly kind: 'withdrawal' | 'credit';
    readonly reference: string;
    readonly accountId: string;
    readonly amount: number;
    readonly state: 'approved' | 'sent';
  }[];
  readonly receipts: readonly {
    readonly id: string;
    readonly accountId: string;
    readonly reference: string;
    readonly bankRef: string;
    readonly amount: number;
    readonly valueOn: CalendarDate;
    readonly line: boolean;
  }[];
  readonly knownPayers: readonly { readonly payerAccount: string; readonly reference: string }[];
  readonly files: readonly { readonly file: string; readonly accountId: string; readonly refused?: string }[];
};

export const fixture = statementJson<Fixture>('fixture.json');

export function fixtureAccount(id: string): FixtureAccount {
  const account = fixture.accounts.find((each) => each.id === id);
  if (account === undefined) throw new Error(`no account ${id}`);
  return account;
}

/** The numbers of the accounts as the files name them; a CSV names none. */
const NUMBERS: Readonly<Record<string, string>> = { 11: '00112233 11', 12: '009988776612' };

export function taskFor(accountId: string, change: Partial<StatementTask> = {}): StatementTask {
  const { currency, mapping = null } = fixtureAccount(accountId);
  return { bytes: 0, number: NUMBERS[accountId] ?? '', currency, timeZone: 'Asia/Dhaka', mapping, ...change };
}

export type ReadOutcome = StatementRead | { readonly refusal: StatementRefusal };

/** Reads a statement in this process instead of in one of its own. */
export async function readHere(bytes: Buffer, task: StatementTask): Promise<ReadOutcome> {
  const lines: StatementLine[] = [];
  try {
    return { ...(await readStatement(bytes, task, (line) => void lines.push(line))), lines };
  } catch (error) {
    if (error instanceof StatementRefused) return { refusal: error.refusal };
    throw error;
  }
}

export function candidatesOf(accountId: string): Candidates {
  const account = fixtureAccount(accountId);
  return {
    account: { ...account, id: Number(account.id) },
    named: [...people(), ...loans(), ...payouts()],
    booked: fixture.receipts
      .filter((receipt) => receipt.accountId === accountId)
      .map(({ id, line, ...receipt }) => ({ kind: 'receipt', ...receipt, id: Number(id), hasLine: line })),
    payers: fixture.knownPayers,
    rates: ratesOf(account.currency),
  };
}

function ratesOf(currency: string): Rates {
  const known = fixture.rates.filter((rate) => rate.currency === currency);
  return {
    on: (day) => known.findLast(({ validFrom }) => validFrom <= day)?.rateMicros ?? null,
    unit: fixture.unitMinor,
  };
}

function people(): Named[] {
  return fixture.orders.map(({ reference, items }) => ({
    kind: 'person',
    reference,
    unpaid: items.map((item) => ({
      ...item,
      proposalId: Number(item.proposalId),
      investmentId: Number(item.investmentId),
    })),
  }));
}

function loans(): Named[] {
  return fixture.loans.map(({ reference, outstandingCents, localLeft, instalment, plan, pending }) => ({
    kind: 'loan',
    reference,
    outstandingCents,
    instalmentCents: instalment.USD,
    local: { currency: 'BDT', left: localLeft, instalment: instalment.BDT, plan },
    pending: pending.map(({ id, reference: ownReference, ...payment }) => ({
      ...payment,
      ownReference,
      id: Number(id),
    })),
  }));
}

function payouts(): Named[] {
  return fixture.payouts.map(({ id, accountId, reference, amount, state }) => ({
    kind: 'payout',
    reference,
    amount,
    state,
    id: Number(id),
    accountId: Number(accountId),
    // The files of expectations name no dollars of payouts.
    cents: ZERO_CENTS,
    hasLine: false,
  }));
}

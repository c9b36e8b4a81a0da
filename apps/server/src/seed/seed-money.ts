import { createHash } from 'node:crypto';
import { addDays, type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { StatementLine } from '@sathi/domain/statement-lines.ts';
import type { AppSecret } from '../config/secret.ts';
import { found } from '../errors/refusal-error.ts';
import { findMfiSettings } from '../features/mfis/mfis.repository.ts';
import { setMoneySettings } from '../features/mfis/money-settings.repository.ts';
import { listMoneyAccounts } from '../features/money-accounts/money-accounts.repository.ts';
import { openBooker } from '../features/statements/line-booker.ts';
import { listSureOf } from '../features/statements/lines.repository.ts';
import { readStatement } from '../features/statements/reading/read-statement.ts';
import { statementKeys } from '../features/statements/statement-seals.ts';
import { keepStatement } from '../features/statements/statements.service.ts';
import { turnToExpected } from '../ledger/turn-to-expected.ts';
import { joinTransaction } from './joined-transaction.ts';
import type { SeedContext, Step } from './story.ts';
import { FATEN, PEOPLE, type PersonName } from './people.ts';

const TURNED_DAYS_AGO = 8;
const UPLOADED_DAYS_AGO = 1;
/** How many of the lines that are sure are booked; the others wait for the person who opens the desk. */
const BOOKED = 2;
const OPENING = '1200,00';
const CLOSING = '1338,50';

/** FATEN has turned to awaiting money (R19.1), and half of its first bank statement is booked. */
export function moneySteps(context: SeedContext, secret: AppSecret): Step[] {
  return [
    { daysAgo: TURNED_DAYS_AGO, run: (now) => turn(context, now) },
    { daysAgo: UPLOADED_DAYS_AGO, run: (now) => handIn(context, secret, now) },
  ];
}

async function turn({ tx, people }: SeedContext, now: Date): Promise<void> {
  const cause = { actorId: people.teresa.id, idempotencyKey: 'seed', requestHash: 'seed', at: now };
  await turnToExpected(tx, { ...cause, mfiId: FATEN });
  await setMoneySettings(tx, FATEN, { payoutStepUp: true });
}

async function handIn({ tx, people }: SeedContext, secret: AppSecret, now: Date): Promise<void> {
  const db = joinTransaction(tx);
  const viewer = people.domingos;
  const account = found((await listMoneyAccounts(db, FATEN))[0]);
  const { number, currency } = account;
  const { timeZone } = found(await findMfiSettings(db, FATEN));
  const bytes = await statement(tx, people, number, calendarDateIn(timeZone, now));
  const lines: StatementLine[] = [];
  const task = { bytes: bytes.length, number, currency, timeZone, mapping: null };
  const read = await readStatement(bytes, task, (line) => void lines.push(line));
  const kept = await keepStatement(
    { tx, viewer, now },
    {
      mfiId: FATEN,
      account,
      name: 'bnctl.sta',
      bytes,
      bytesHash: createHash('sha256').update(bytes).digest('hex'),
      read: { ...read, lines },
      keys: statementKeys(secret),
    },
  );
  const sure = (await listSureOf(db, kept.id, { after: 0, until: kept.lines })).slice(0, BOOKED);
  const { book } = await openBooker({ db, now: () => now }, { mfiId: FATEN, viewer, requestHash: 'seed' }, sure);
  for (const line of sure) await book(line, [{ amountMinor: null }]);
}

/** Two days of the bank: sums with their reference and without, a loan paid back, a slip of the pen, a stranger, a fee. */
async function statement(
  tx: SeedContext['tx'],
  people: SeedContext['people'],
  number: string,
  today: CalendarDate,
): Promise<Buffer> {
  const orders = await tx
    .selectFrom('payInOrders')
    .select(['userId', 'reference'])
    .where('mfiId', '=', FATEN)
    .execute();
  const of = (name: PersonName) => found(orders.find(({ userId }) => userId === people[name].id)).reference;
  const loan = await tx
    .selectFrom('proposals')
    .select('loanReference')
    .where('ownerId', '=', people.maria.id)
    .where('status', '=', 5)
    .executeTakeFirstOrThrow();
  const day = (date: CalendarDate) => date.slice(2).replaceAll('-', '');
  const [first, second] = [day(addDays(today, -1)), day(today)];
  const payer = (name: PersonName) => `/NAME/${PEOPLE[name].firstName} ${PEOPLE[name].lastName}`;
  const line = (date: string, amount: string, bankRef: string, text: string) =>
    `:61:${date}${date.slice(2)}${amount}NTRFNONREF//${bankRef}\n:86:${text}`;
  return Buffer.from(
    [
      ':20:FATEN',
      `:25:${number.replaceAll(' ', '')}`,
      ':28C:1/1',
      `:60F:C${first}USD${OPENING}`,
      line(first, 'C50,00', 'BN881401', `${of('omar')} ${payer('omar')}`),
      line(first, 'C20,00', 'BN881407', `${of('ana')} FIRST PART ${payer('ana')}`),
      line(first, 'C30,00', 'BN881412', `${found(loan.loanReference)} ${payer('maria')}`),
      line(second, 'C25,00', 'BN881466', `${withOneDigitWrong(of('tahmina'))} ${payer('tahmina')}`),
      line(second, 'C15,00', 'BN881470', 'DEPOSITU /NAME/A. Belo'),
      line(second, 'D1,50', 'BN881490', 'TAXA'),
      `:62F:C${second}USD${CLOSING}`,
      '-',
    ].join('\n'),
  );
}

function withOneDigitWrong(reference: string): string {
  const last = (Number(reference.at(-1)) + 1) % 10;
  return `${reference.slice(0, -1)}${last}`;
}

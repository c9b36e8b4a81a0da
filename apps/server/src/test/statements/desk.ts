import type { MfiId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Answer, Person, World } from '../world.ts';

/** A movement in the currency of the account, dollars for most; negative where money left the account. */
type Movement = {
  readonly dollars: number;
  readonly text: string;
  /** The bank's own; empty where it gives none. */
  readonly id?: string;
  readonly isReversal?: boolean;
};
type Shown = {
  readonly bookedOn: string;
  readonly badges: readonly string[];
  readonly id: string;
  readonly bankRef: string;
  readonly state: string;
  readonly text: string;
  readonly match: never;
};

/** Each desk has an account of its own. */
let desks = 0;

/** The staff of an institution at a confirmed account, as a test sees them. */
export async function openDesk(world: World, mfiId: MfiId, officer: Person, currency: 'USD' | 'BDT' = 'USD') {
  desks += 1;
  const number = `N${mfiId}X${desks}`;
  const { rows } = await sql<{ id: number }>`
    insert into money_accounts (mfi_id, kind, currency, label, fee_words, holder, number, bank_name, bic, upi_id, qr_text,
      for_pay_in, for_pay_out, instructions, entered_by, entered_at, approved_by, approved_at)
    values (${mfiId}, 'bank', ${currency}, 'Account', '["CHARGE"]'::jsonb, 'MFI', ${number}, '', '', '', '', true, true,
      '{"en":"","be":"","ar":""}'::jsonb, ${officer.id}, ${world.now}, ${officer.id}, ${world.now})
    returning id`.execute(world.db);
  const accountId = Number(rows[0]?.id);
  let files = 0;
  let balance = 0;

  const at = (path: string, more = '') => `/api/mfi/${path}?mfiId=${mfiId}${more}`;
  const ofAccount = `&accountId=${accountId}`;

  /** Hands in a statement of one day, whose balances follow those of the file before. */
  const handIn = async (movements: readonly Movement[], { day = '260131', as = officer } = {}): Promise<Answer> => {
    files += 1;
    const opening = balance;
    balance = movements.reduce((sum, { dollars }) => sum + Math.round(dollars * 100), balance);
    return world.call('POST', at('statements', ofAccount), {
      as,
      body: Buffer.from(mt940({ number, currency, day, file: files, opening, closing: balance, movements })),
      headers: { 'content-type': 'text/plain' },
    });
  };
  const lines = async (more = ''): Promise<Shown[]> =>
    (await world.call('GET', at('lines', `${ofAccount}&limit=50${more}`), { as: officer })).body.data;
  const book = async (entries: readonly object[], as = officer) =>
    world.call('POST', at('lines/book'), { as, body: { lines: entries } });
  const undo = async (id: string, as = officer) =>
    world.call('POST', at('lines/undo', `&id=${id}`), { as, body: { reason: 'Of somebody else' } });
  const setAside = async (body: object, as = officer) => world.call('POST', at('lines/setAside'), { as, body });
  /** The bank moved this much, and no file tells it. */
  const skip = (dollars: number): void => void (balance += dollars * 100);
  return { skip, accountId, at, ofAccount, handIn, lines, book, undo, setAside };
}

type File = {
  readonly number: string;
  readonly currency: string;
  readonly day: string;
  readonly file: number;
  readonly opening: number;
  readonly closing: number;
  readonly movements: readonly Movement[];
};

function mt940({ number, currency, day, file, opening, closing, movements }: File): string {
  const sum = (cents: number) => (Math.abs(cents) / 100).toFixed(2).replace('.', ',');
  const balance = (cents: number) => `${cents < 0 ? 'D' : 'C'}${day}${currency}${sum(cents)}`;
  const lines = movements.flatMap(({ dollars, text, id = `B${file}X${text.length}`, isReversal = false }, index) => {
    const sign = `${isReversal ? 'R' : ''}${dollars < 0 === isReversal ? 'C' : 'D'}`;
    return [`:61:${day}${day.slice(2)}${sign}${sum(dollars * 100)}NTRFNONREF${id && `//${id}${index}`}`, `:86:${text}`];
  });
  return [
    `:20:F${file}`,
    `:25:${number}`,
    `:60F:${balance(opening)}`,
    ...lines,
    `:62F:${balance(closing)}`,
    '-',
    '',
  ].join('\n');
}

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { toLatinDigits } from '@sathi/domain/digits.ts';
import { isProof } from '../../../../../scripts/tests/gate.ts';
import { tellFigures } from '../../test/figures.ts';
import { bombs, brokenFiles } from '../../test/statements/broken-files.ts';
import { openSampleWorld, type SampleIds } from '../../test/statements/sample-world.ts';
import { fixture, statementFile, statementJson } from '../../test/statements/statement-fixture.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
let desk: Awaited<ReturnType<typeof openSampleWorld>>['desk'];
let ids: SampleIds;

beforeAll(async () => {
  ({ desk, ids } = await openSampleWorld(world));
}, 120_000);

/** Each broken file takes a process of its own, so every twentieth stands for all. */
const BROKEN = isProof ? 1 : 20;
/** `to` is what a request for money becomes. */
type Target = { readonly kind: string; readonly reference?: string; readonly id?: string; readonly to?: string };
type Match = {
  readonly how: string;
  readonly rule: string;
  readonly target?: Target;
  readonly candidates?: readonly string[];
  readonly cents?: number;
  readonly settles?: readonly { readonly investmentId: string; readonly cents: number }[];
  readonly creditCents?: number;
};
type Row = {
  readonly line: number;
  readonly new: boolean;
  readonly bookedOn: string;
  readonly valueOn: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reversal: boolean;
  readonly match: Match;
};

test.each(fixture.files.filter(({ refused }) => refused === undefined))(
  '$file handed in at the office is matched with its books as expected, line by line (R21.2–R21.7)',
  async ({ file, accountId }) => {
    const { rows } = statementJson<{ rows: readonly Row[] }>(`expected/${file}.json`);
    const fresh = rows.filter((row) => row.new);
    const answer = await desk.upload(accountId, statementFile(file));
    expect(answer.body.data).toMatchObject({ lines: rows.length, newLines: fresh.length });
    const lines = await desk.linesOf(accountId, `&statementId=${answer.body.data.id}`);
    const shown = new Map(lines.map((line: any) => [line.line, seen(line)]));
    expect(fresh.map(({ line }) => [line, shown.get(line)])).toEqual(fresh.map((row) => [row.line, wanted(row)]));
  },
);

function seen({ bookedOn, valueOn, local, reversal, match: { how, rule, target, candidates, preview } }: any) {
  const names = candidates.map(({ reference }: { reference: string }) => reference);
  return {
    bookedOn,
    valueOn,
    local,
    reversal,
    how,
    rule,
    target,
    names,
    ...(how === 'automatic' && { preview }),
  };
}

function wanted({ bookedOn, valueOn, amountMinor, currency, reversal, match }: Row) {
  const { how, rule, target, candidates: names = [] } = match;
  const local = { amount: (amountMinor / 100).toFixed(2), currency };
  const same = { bookedOn, valueOn, local, reversal, how, rule, target: target ? targetHere(target) : null, names };
  return how === 'automatic' ? { ...same, preview: effectsHere(alone(match)) } : same;
}

/**
 * The samples say what booking the sure lines in the order of the file does; a preview is of its line alone, so the money of
 * a person pays all that is unpaid before any of it is credit.
 */
function alone(match: Match): Match {
  const { target, cents = 0 } = match;
  if (target?.kind !== 'order') return match;
  const order = fixture.orders.find(({ reference }) => reference === target.reference);
  let left = cents;
  const settles = (order?.items ?? []).flatMap(({ investmentId, unpaidCents }) => {
    const paid = Math.min(left, unpaidCents);
    left -= paid;
    return paid > 0 ? [{ investmentId, cents: paid }] : [];
  });
  return { ...match, settles, creditCents: left };
}

function targetHere({ kind, reference, id = '' }: Target): object {
  if (kind === 'fee') return { as: 'fee' };
  if (kind === 'payment') return { paymentId: ids.payments.get(id) };
  if (kind === 'payout') return { reference: ids.payouts.get(id)?.reference };
  if (kind === 'receipt') return { receiptId: ids.receipts.get(id) };
  return { reference };
}

function effectsHere({ target, cents = centsMoved(target), settles = [], creditCents = 0 }: Match): object {
  const items = fixture.orders.flatMap((order) => order.items);
  return {
    amount: cents / 100,
    settled: settles.map(({ investmentId, cents: paid }) => ({
      proposalId: ids.proposals.get(items.find((item) => item.investmentId === investmentId)?.proposalId ?? ''),
      amount: paid / 100,
    })),
    toCredit: creditCents / 100,
  };
}

/** The samples do not say what a request is worth in dollars: it leaves when it is sent, and is back when it fails. */
function centsMoved({ kind, id = '', to }: Target = { kind: 'none' }): number {
  if (kind !== 'payout') return 0;
  return (ids.payouts.get(id)?.cents ?? Number.NaN) * (to === 'sent' ? -1 : 1);
}

test('security T16: broken files break nothing, and what is booked of them names whom it is for (R21.2, R21.8)', async () => {
  await sql`update mfis set auto_book = true where id = 1`.execute(world.db);
  const statuses = new Map<number, number>();
  const files = [...brokenFiles(20_261_123), ...bombs()].filter((_, index) => index % BROKEN === 0);
  for (const { name, accountId, bytes } of files) {
    const { status } = await desk.upload(accountId, bytes);
    expect(status, name).toBeLessThan(500);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  await sql`update mfis set auto_book = false where id = 1`.execute(world.db);
  expect(files.length).toBeGreaterThanOrEqual(500 / BROKEN);
  expect(statuses.get(201)).toBeGreaterThan(50 / BROKEN);
  const { rows } = await sql<{ reference: string; own: string | null; said: string; amount: number; worth: number }>`
    select coalesce(o.reference, i.reference, p.loan_reference) as reference, y.own_reference as own,
      concat_ws(' ', l.bank_ref, l.text, l."references"::text) as said,
      l.amount_minor as amount, d.amount_minor as worth
    from line_parts d join statement_lines l on l.id = d.line_id
    left join receipts r on r.id = d.receipt_id
    left join pay_in_orders o on o.user_id = r.user_id and o.mfi_id = r.mfi_id
    left join proposals p on p.id = d.proposal_id
    left join payments y on y.id = d.payment_id
    left join payout_batch_items i on i.is_active and (i.payout_id = d.payout_id or i.withdrawal_id = d.withdrawal_id)
    where d.set_as is null`.execute(world.db);
  expect(rows.length).toBeGreaterThan(BROKEN === 1 ? 20 : 4);
  for (const { reference, own, said, amount, worth } of rows) {
    expect(worth, said).toBe(amount);
    const digits = toLatinDigits(said.normalize('NFKC')).replaceAll(/\D/g, '');
    if (own === null || !said.includes(own)) expect(digits, said).toContain(reference.slice(4));
  }
  tellFigures(
    `${files.length} files, ${statuses.get(201)} of them read, ${rows.length} lines booked, each for whom it names`,
  );
}, 1_800_000);

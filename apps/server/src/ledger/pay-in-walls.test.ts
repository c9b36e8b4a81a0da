import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import { cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { attemptOn, expectAtRoi } from '../test/expected.ts';
import { useLoans } from '../test/loans.ts';
import { DCBS, type Person, ROI, useWorld } from '../test/world.ts';
import { balanceCents, type NewJournal, postJournals } from './ledger.ts';

const world = useWorld();
const { balance } = useLoans(world);
const attempt = (work: (tx: Tx) => Promise<unknown>) => attemptOn(world, work);
const run = (text: string) => attempt((tx) => sql.raw(text).execute(tx));
const creditAt = (mfiId: MfiId, { id: userId }: Person) => balanceCents(world.db, { kind: 'wallet', userId, mfiId });

let { loan, backer, elsewhere, receipt } = {} as Awaited<ReturnType<typeof expectAtRoi>>;
let idle: Person;
beforeAll(async () => {
  idle = await world.newPerson();
  ({ loan, backer, elsewhere, receipt } = await expectAtRoi(world));
});

const lastReceipt = '(select max(id) from receipts)';
const move = (tx: Tx, journal: Partial<NewJournal> & Pick<NewJournal, 'movements'>) =>
  postJournals(tx, [
    {
      proposalId: null,
      mfiId: ROI,
      kind: 'credit_moved',
      amountCents: cents(journal.movements.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      actorId: null,
      idempotencyKey: `journal ${Math.random()}`,
      requestHash: 'x',
      at: world.now,
      ...journal,
    } as NewJournal,
  ]);

describe('turning to expected moves the credit that came from the institution and nothing else (R24.8)', () => {
  test('at most what is there moves: vector V13', async () => {
    expect(await creditAt(ROI, backer)).toBe(3400);
    expect(await balance('wallet', { user: backer })).toBe(0);
    expect(await creditAt(ROI, idle)).toBe(0);
  });

  test('the institution has rows of its own without a sign-in, and its position is what it held (R19.3, R24.7)', async () => {
    const { rows } = await sql`
      select m.collection, m.opening_cents as opening, h.first_name as house, h.subject as house_subject,
        h.is_institution as marked, h.closed_at is not null as is_hidden, f.id is not null as has_fund, p.held_cents as held, p.explained_cents as explained
      from mfis m join users h on h.id = m.house_id join users f on f.id = m.fund_id join positions p on p.mfi_id = m.id
      where m.id = ${ROI}`.execute(world.db);
    expect(rows).toEqual([
      {
        collection: 'expected',
        opening: 7400,
        house: 'ROI',
        houseSubject: null,
        marked: true,
        isHidden: true,
        hasFund: true,
        held: 7400,
        explained: 7400,
      },
    ]);
  });

  test('an institution without its rows and its opening does not await money', async () => {
    expect(await run(`update mfis set collection = 'expected' where id = ${DCBS}`)).toBe('expected_is_opened');
    expect(await run(`update mfis set collection = 'trust' where id = ${ROI}`)).toBe('expected_is_opened');
  });

  test('the past is unchanged: every loan has an account of what is awaited, and no journal changed its place', async () => {
    const { rows } = await sql`
      select count(*) filter (where a.id is null)::int as missing from proposals p
      left join accounts a on a.kind = 'awaited' and a.proposal_id = p.id`.execute(world.db);
    expect(rows).toEqual([{ missing: 0 }]);
    expect(
      (await sql`select 1 from journals where loan_id is distinct from nullif(proposal_id, 0)`.execute(world.db)).rows,
    ).toEqual([]);
  });
});

describe('walls (R24.1, R24.4)', () => {
  test('a journal of no proposal names its institution, and touches no account of a proposal', async () => {
    const insert = (proposalId: number, mfiId: number | 'null', kind = 'credit_moved') =>
      run(`insert into journals (proposal_id, mfi_id, kind, amount_cents, idempotency_key, request_hash, at)
        values (${proposalId}, ${mfiId}, '${kind}', 5, gen_random_uuid()::text, 'x', now())`);
    expect(await insert(0, 'null')).toBe('journal_has_its_place');
    expect(await insert(0, ROI, 'release')).toBe('journal_has_its_place');
    expect(await insert(Number(loan.id), ROI, 'release')).toBe('journal_has_its_place');
    expect(await insert(Number(loan.id), 'null')).toBe('journal_has_its_place');
    expect(await insert(987_654, 'null', 'release')).toBe('what is of a proposal is of one that is there');
    const escrow = { kind: 'escrow', proposalId: Number(elsewhere.id) as ProposalId } as const;
    const words = await attempt(async (tx) => {
      await sql`insert into accounts (kind, user_id, mfi_id) values ('leaving', ${backer.id}, ${ROI})`.execute(tx);
      await sql
        .raw(`
        with journal as (
          insert into journals (proposal_id, mfi_id, kind, amount_cents, idempotency_key, request_hash, at)
            values (0, ${ROI}, 'credit_moved', 5, 'x', 'x', now()) returning id
        )
        insert into transfers (proposal_id, journal_id, from_account_id, to_account_id, amount_cents)
          select 0, (select id from journal), a.id, b.id, 5 from accounts a, accounts b
          where a.kind = 'escrow' and a.proposal_key = ${escrow.proposalId} and b.kind = 'wallet' and b.mfi_key = ${ROI}
            and b.user_key = ${backer.id}`)
        .execute(tx);
    });
    expect(words).toContain('a transfer stays in one ledger and in its own proposal');
  });

  test('each journal names its document', async () => {
    const insert = (kind: string, investment: string, own: string) =>
      run(`${receipt(5)};
        insert into journals (proposal_id, mfi_id, kind, amount_cents, idempotency_key, request_hash, investment_id, receipt_id, at)
        select case when x.none then 0 else ${loan.id} end, case when x.none then ${ROI} end, '${kind}', 5,
          gen_random_uuid()::text, 'x', ${investment}, ${own}, now()
        from (select '${kind}' in ('received', 'received_reversed', 'credit_moved') as none) x`);
    const [anInvestment, aReceipt] = [`(select id from investments where proposal_id = ${loan.id})`, lastReceipt];
    for (const kind of ['settled', 'lapsed', 'taken_over']) {
      expect(await insert(kind, 'null', 'null'), kind).toBe('journal_names_its_document');
    }
    expect(await insert('unsettled', anInvestment, 'null')).toBe('journal_names_its_document');
    for (const kind of ['received', 'received_reversed']) {
      expect(await insert(kind, 'null', 'null'), kind).toBe('journal_names_its_document');
    }
    expect(await insert('lapsed', anInvestment, aReceipt)).toBe('journal_names_its_document');
    expect(await insert('credit_moved', 'null', aReceipt)).toBe('journal_names_its_document');
  });

  test('a receipt is booked once and taken back once', async () => {
    const twice = (kind: string) => {
      const journal = `(0, ${ROI}, '${kind}', 5, gen_random_uuid()::text, 'x', ${lastReceipt}, now())`;
      return run(`${receipt(5)};
        insert into journals (proposal_id, mfi_id, kind, amount_cents, idempotency_key, request_hash, receipt_id, at)
        values ${journal}, ${journal}`);
    };
    expect(await twice('received')).toBe('journals_one_per_receipt');
    expect(await twice('received_reversed')).toBe('journals_one_per_receipt');
  });

  test('people do not book their own money, and a reversal says by whom and why (R19.9)', async () => {
    expect(await run(receipt(5, loan.officer.id))).toBe('booker_is_not_payer');
    const reversed = (values: string) => run(`${receipt(5)}; update receipts set state = 'reversed', ${values}`);
    expect(await reversed(`reversed_by = ${loan.officer.id}, reversed_at = now()`)).toBe('reversal_has_reason');
    expect(await reversed(`reversed_by = ${backer.id}, reversed_at = now(), reason = 'Bank'`)).toBe(
      'reverser_is_not_payer',
    );
  });

  test('no more is unpaid than was backed, with a day, and nothing of a released loan', async () => {
    const set = (values: string, of = elsewhere) =>
      run(`update investments set ${values} where proposal_id = ${of.id}`);
    expect(await set("unpaid_cents = 601, pay_by = '2026-02-07'")).toBe('unpaid_within_backing');
    // The whole of it came out of credit.
    expect(await set("unpaid_cents = 1, pay_by = '2026-02-07'")).toBe('unpaid_within_backing');
    expect(await set('unpaid_cents = 1, from_credit_cents = 0')).toBe('unpaid_has_day');
    expect(await run(`update proposals set unpaid_cents = 601 where id = ${elsewhere.id}`)).toBe(
      'unpaid_within_backed',
    );
    expect(await run(`update proposals set unpaid_cents = 1 where id = ${loan.id}`)).toBe('funded_is_received');
  });

  test('the unpaid counter cannot move without its journal', async () => {
    expect(await run(`update proposals set unpaid_cents = 1 where id = ${elsewhere.id}`)).toContain(
      'disagrees with its ledger',
    );
  });

  test('an account of an institution is credit or leaving credit of a person, and there once', async () => {
    const open = (kind: string, userId: number | 'null', proposalId: number | 'null') =>
      run(
        `insert into accounts (kind, user_id, proposal_id, mfi_id) values ('${kind}', ${userId}, ${proposalId}, ${ROI})`,
      );
    expect(await open('world', backer.id, 'null')).toBe('account_shape');
    expect(await open('awaited', 'null', Number(loan.id))).toBe('account_shape');
    expect(await open('wallet', backer.id, 'null')).toBe('accounts_once');
    expect(await open('leaving', backer.id, 'null')).toBe('accepted');
  });

  test('credit of an institution and money that is awaited have their signs', async () => {
    const [mine, common] = [
      { kind: 'wallet', userId: backer.id, mfiId: ROI },
      { kind: 'wallet', userId: backer.id },
    ] as const;
    expect(await attempt((tx) => move(tx, { movements: [{ from: mine, to: common, amountCents: cents(3401) }] }))).toBe(
      'balance_sign',
    );
    const awaited = `update accounts set balance_cents = 1 where kind = 'awaited' and proposal_id = ${loan.id}`;
    expect(await run(awaited)).toBe('balance_sign');
    expect(await run(`update accounts set overdraft_cents = 1 where kind = 'world' and user_id = ${backer.id}`)).toBe(
      'overdraft_is_of_a_wallet',
    );
  });

  test('money that a bank takes back goes below zero, nothing is spent from there, and each payment lifts it', async () => {
    const outside = { kind: 'world', userId: idle.id } as const;
    const credit = { kind: 'wallet', userId: idle.id, mfiId: ROI } as const;
    const below = async (tx: Tx) => {
      await sql.raw(receipt(500, idle.id)).execute(tx);
      const { rows } = await sql<{ id: never }>`select max(id) as id from receipts`.execute(tx);
      const receiptId = rows[0]?.id;
      await move(tx, {
        kind: 'received',
        receiptId,
        movements: [{ from: outside, to: credit, amountCents: cents(500) }],
      });
      await move(tx, {
        movements: [{ from: credit, to: { kind: 'wallet', userId: backer.id, mfiId: ROI }, amountCents: cents(300) }],
      });
      await move(tx, {
        kind: 'received_reversed',
        receiptId,
        movements: [{ from: credit, to: outside, amountCents: cents(500) }],
      });
    };
    const state = (tx: Tx) =>
      sql`select balance_cents as balance, overdraft_cents as overdraft from accounts
        where kind = 'wallet' and user_id = ${idle.id} and mfi_id = ${ROI}`
        .execute(tx)
        .then(({ rows }) => rows);
    expect(
      await attempt(async (tx) => {
        await below(tx);
        expect(await state(tx)).toEqual([{ balance: -300, overdraft: 300 }]);
        const lift = {
          from: { kind: 'wallet', userId: backer.id, mfiId: ROI },
          to: credit,
          amountCents: cents(100),
        } as const;
        await move(tx, { movements: [lift] });
        expect(await state(tx)).toEqual([{ balance: -200, overdraft: 200 }]);
        await move(tx, { movements: [{ ...lift, amountCents: cents(250) }] });
        expect(await state(tx)).toEqual([{ balance: 50, overdraft: 0 }]);
      }),
    ).toBe('accepted');
    expect(
      await attempt(async (tx) => {
        await below(tx);
        await move(tx, {
          movements: [{ from: credit, to: { kind: 'wallet', userId: idle.id }, amountCents: cents(1) }],
        });
      }),
    ).toBe('balance_sign');
  });

  test('two journals at once open the credit of a person once', async () => {
    const person = await world.newPerson();
    const from = { kind: 'wallet', userId: backer.id, mfiId: ROI } as const;
    const to = { kind: 'wallet', userId: person.id, mfiId: ROI } as const;
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        transaction(world.db, (tx) => move(tx, { movements: [{ from, to, amountCents: cents(25) }] })),
      ),
    );
    expect(await creditAt(ROI, person)).toBe(100);
    await transaction(world.db, (tx) => move(tx, { movements: [{ from: to, to: from, amountCents: cents(100) }] }));
  });
});

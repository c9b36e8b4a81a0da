import { globSync, readFileSync } from 'node:fs';
import type { Fault } from './fault.ts';

const MIGRATIONS = globSync('apps/server/src/db/migrations/*.sql')
  .toSorted()
  .map((file) => ({ file, sql: readFileSync(file, 'utf8') }));
/** Later migrations say functions, views and checks again, so the last one that has a text is in force. */
const fileWith = (find: string): string =>
  (MIGRATIONS.findLast(({ sql }) => sql.includes(find)) ?? MIGRATIONS.at(-1))?.file ?? '';

const WALLS = ['apps/server/src/ledger/ledger-walls.test.ts'];
const AUDIT = ['apps/server/src/ledger/audit.test.ts'];
const PAY_IN_WALLS = ['apps/server/src/ledger/pay-in-walls.test.ts'];
const PAY_IN_AUDIT = ['apps/server/src/ledger/pay-in-audit.test.ts'];
const MFI_FIGURES = ['apps/server/src/features/mfis/mfi-figures.test.ts'];
const MFI_PORTFOLIO = ['apps/server/src/features/mfis/mfi-portfolio.test.ts'];
const STATEMENT_AUDIT = ['apps/server/src/ledger/statement-audit.test.ts'];

const inForce = (guard: string, find: string, replace: string, tests: readonly string[] = WALLS): Fault => ({
  guard: `wall of the ledger: ${guard}`,
  file: fileWith(find),
  find,
  replace,
  tests,
});
/** A check that holds for every row. */
const openCheck = (name: string, tests: readonly string[] = WALLS) =>
  inForce(name, `constraint ${name} check (`, `constraint ${name} check (true or `, tests);
const plainIndex = (name: string, tests: readonly string[] = WALLS) =>
  inForce(name, `create unique index ${name} `, `create index ${name} `, tests);
/** The table may be changed; only emptying it as a whole is refused. */
const openTrigger = (name: string, events: string) =>
  inForce(name, `create trigger ${name} before ${events} on`, `create trigger ${name} before truncate on`);

/** New rows may name a proposal, a person or a backing that is not there. */
const withoutLookUp = (table: string, named: 'proposals' | 'people' | 'backings' = 'proposals') => {
  const events = `after insert on ${table} referencing new table as new_rows\n  for each statement`;
  const find = `create trigger ${table}_name_${named} ${events}`;
  return inForce(`${table} of ${named} that are there`, find, `${find} when (false)`);
};

type AuditLine = readonly [tests: readonly string[], guard: string, find: string, replace: string];
/** Each line of the audit of money (R24.6). */
const AUDIT_LINES: readonly AuditLine[] = [
  [
    PAY_IN_AUDIT,
    'compares what is awaited with the counter',
    'where a.balance_cents is distinct from -p.unpaid_cents or p.',
    'where p.',
  ],
  [PAY_IN_AUDIT, 'compares what is unpaid with the backings', ' or p.unpaid_cents <> coalesce(i.unpaid, 0)', ''],
  [PAY_IN_AUDIT, 'bounds what a backing owes', 'where i.unpaid_cents > 0\n    and', 'where false and'],
  [
    PAY_IN_AUDIT,
    'keeps the credit of an institution in its journals',
    'where a.mfi_id <> coalesce(j.mfi_id, p.mfi_id)',
    'where false',
  ],
  [PAY_IN_AUDIT, 'explains what is below zero', 'and overdraft_cents <> greatest(0, -balance_cents)', 'and false'],
  [PAY_IN_AUDIT, 'explains what is leaving', 'and a.balance_cents <> coalesce(o.asked, 0)', 'and false'],
  [PAY_IN_AUDIT, 'explains each payout', 'where o.amount_cents is distinct from j.asked', 'where false'],
  [PAY_IN_AUDIT, 'explains each receipt', 'where r.amount_cents is distinct from case', 'where false and 0 = case'],
  [PAY_IN_AUDIT, 'explains each position', 'where held_cents <> explained_cents', 'where false'],
  [
    STATEMENT_AUDIT,
    'explains each payment',
    "where coalesce(j.approved, 0) <> case when y.state in ('approved', 'reversed') then y.amount_cents else 0 end",
    'where false',
  ],
  [PAY_IN_AUDIT, 'explains each gift', 'where g.amount_cents is distinct from j.amount_cents', 'where false'],
  [PAY_IN_AUDIT, 'explains each draw', 'where d.amount_cents is distinct from j.amount_cents', 'where false'],
  [
    PAY_IN_AUDIT,
    'explains each debt',
    'where (case when d.approved_at is null',
    'where false and (case when d.approved_at is null',
  ],
  [PAY_IN_AUDIT, 'keeps loans of gifts with the fund', 'where i.investor_id is distinct from m.fund_id', 'where false'],
  [
    PAY_IN_AUDIT,
    'knows each loan of the fund',
    'where not exists (select from gift_loans l',
    'where false and not exists (select from gift_loans l',
  ],
  [STATEMENT_AUDIT, 'explains each line', "where case l.state when 'open'", "where false and case l.state when 'open'"],
  [STATEMENT_AUDIT, 'knows the payments of lines', "and p.state not in ('approved', 'reversed')", 'and false'],
  [
    STATEMENT_AUDIT,
    'finds the payments of tills',
    "where e.id is null or (t.state <> 'received' and y.state",
    "where (t.state <> 'received' and y.state",
  ],
  [
    STATEMENT_AUDIT,
    'finds the receipts of tills',
    'where e.id is null or e.amount_minor is distinct',
    'where e.amount_minor is distinct',
  ],
  [
    STATEMENT_AUDIT,
    'compares the entries of tills',
    "where e.state = 'taken' and e.amount_minor is distinct",
    'where false and e.amount_minor is distinct',
  ],
  [
    STATEMENT_AUDIT,
    'asks why a till differs',
    "where t.state = 'received' and t.received_minor <> t.counted_minor",
    'where false and t.received_minor <> t.counted_minor',
  ],
  [
    MFI_FIGURES,
    'compares the figures of institutions',
    'having (sum(loans), sum(balance_cents)',
    'having false and (sum(loans), sum(balance_cents)',
  ],
  [
    MFI_PORTFOLIO,
    'compares the kept loans of institutions',
    'else (n.mfi_id, n.unpaid_on',
    'else false and (n.mfi_id, n.unpaid_on',
  ],
  [
    MFI_PORTFOLIO,
    'compares the portfolio of institutions',
    'having (sum(loans), sum(outstanding_cents)',
    'having false and (sum(loans), sum(outstanding_cents)',
  ],
  [STATEMENT_AUDIT, 'explains each withdrawal', 'where coalesce(j.sent, 0) <> case', 'where false and 0 <> case'],
  [
    STATEMENT_AUDIT,
    'knows the requests of lines',
    'where d.undone_at is null and num_nonnulls(d.withdrawal_id, d.payout_id) = 1',
    'where false',
  ],
];

export const LEDGER_FAULTS: readonly Fault[] = [
  openCheck('account_shape'),
  openCheck('journal_names_its_document'),
  openCheck('transfer_moves'),
  inForce('balance_sign', 'else balance_cents >= -overdraft_cents', 'else true'),
  inForce('each account once', '  add constraint accounts_once unique (kind, proposal_key, user_key, mfi_key),\n', ''),
  inForce(
    'a journal of more than nothing',
    ' check (amount_cents > 0),\n  -- Null when a job did it.',
    ',\n  -- Null when a job did it.',
  ),
  inForce('a transfer of more than nothing', ' check (amount_cents > 0),\n  -- Also finds', ',\n  -- Also finds'),
  plainIndex('journals_idempotency'),
  plainIndex('journals_one_per_investment'),
  plainIndex('journals_one_entry_per_payment'),
  plainIndex('journals_one_decision_per_payment'),
  openTrigger('transfers_append_only', 'update or delete or truncate'),
  { ...openTrigger('journals_append_only', 'update or delete or truncate'), trap: 'Rewriting history' },
  openTrigger('proposal_events_append_only', 'update or delete or truncate'),
  openTrigger('accounts_stay', 'delete or truncate'),
  openTrigger('accounts_keep_their_ids', 'update of id'),
  openTrigger('accounts_keep_their_proposal', 'update of proposal_id'),
  openTrigger('investments_keep_their_proposal', 'update of proposal_id'),
  openTrigger('accounts_keep_their_person', 'update of user_id'),
  openTrigger('investments_keep_their_person', 'update of investor_id'),
  openTrigger('investments_keep_their_ids', 'update of id'),
  openTrigger('investments_stay', 'delete or truncate'),
  openTrigger('users_keep_their_ids', 'update of id'),
  openTrigger('users_stay', 'delete or truncate'),
  openTrigger('proposals_stay', 'delete or truncate'),
  openTrigger('proposals_keep_their_ids', 'update of id'),
  withoutLookUp('investments'),
  withoutLookUp('accounts'),
  withoutLookUp('journals'),
  withoutLookUp('investments', 'people'),
  withoutLookUp('accounts', 'people'),
  withoutLookUp('journals', 'people'),
  withoutLookUp('journals', 'backings'),
  inForce(
    'people are held by what is written about them',
    'where id = any (named) order by id for key share',
    'where id = any (named)',
    ['apps/server/src/features/own-data/closing-races.postgres.test.ts'],
  ),
  inForce(
    'no backing and no account is of proposal 0',
    " and not (n.id = 0 and tg_table_name = 'journals')",
    ' and n.id <> 0',
  ),
  inForce(
    'transfers only in the transaction of their journal',
    'bool_or(j.xmin <> pg_current_xact_id()::xid),',
    'false,',
  ),
  inForce('a transfer belongs to a journal', 'if has_unknown_journal then', 'if false then'),
  inForce(
    'a transfer moves money between accounts that are there',
    'if cardinality(ledgers) is distinct from cardinality(touched) then',
    'if false then',
  ),
  inForce('a transfer stays in its ledger', 'bool_or(f.ledger <> g.ledger or f', 'bool_or(f'),
  inForce('a transfer stays in its proposal', ' or f.proposal_key not in (0, t.proposal_id) or g', ' or g'),
  inForce('a journal moved its amount of cash', 'where d.cash <> d.amount_cents or d.claim', 'where d.claim'),
  inForce('a journal has all its transfers in one statement', 'if written_before then', 'if false then'),
  inForce(
    'a journal comes with its transfers',
    'create trigger journals_with_transfers after insert on journals referencing new table as new_rows\n  for each statement',
    'create trigger journals_with_transfers after insert on journals referencing new table as new_rows\n  for each statement when (false)',
  ),
  inForce(
    'accounts of a proposal without its counters',
    "new.kind in ('escrow', 'awaited', 'suspense', 'owed', 'rounding'))",
    'false)',
  ),
  inForce(
    'the figures of an institution follow what is backed',
    'old.amount_cents, old.backed_cents',
    'old.amount_cents, new.backed_cents',
    MFI_FIGURES,
  ),
  inForce(
    'a paid instalment makes no loan late',
    'where i.until > p.repaid_cents',
    'where i.until >= p.repaid_cents',
    MFI_PORTFOLIO,
  ),
  inForce(
    'the portfolio of an institution follows local payments',
    "when ((old.state = 'approved' or new.state = 'approved')\n    and",
    'when (false and',
    MFI_PORTFOLIO,
  ),
  inForce(
    'the figures of an institution follow what is approved',
    'old.approved_at is null, old.amount_cents',
    'new.approved_at is null, old.amount_cents',
    ['apps/server/src/features/mfis/mfis.test.ts'],
  ),
  inForce('a journal moved its claims', ' or d.claim <> d.expected_claim)', ')'),
  inForce('a journal without its counters', 'perform assert_proposal_matches_ledger(new.proposal_id);', 'null;'),
  inForce('counters without their journal', 'perform assert_proposal_matches_ledger(new.id);', 'null;'),
  inForce(
    'escrow is what is backed and not sent',
    'if escrow is distinct from p.backed_cents - p.sent_cents\n    or awaited',
    'if awaited',
  ),
  inForce('suspense is what is pending', '    or suspense is distinct from p.pending_cents\n', ''),
  inForce(
    'what is owed is what is backed and not repaid',
    'or -owed not between p.backed_cents',
    'or false and -owed not between p.backed_cents',
  ),
  inForce(
    'the audit adds up each ledger',
    'group by ledger having sum(balance_cents) <> 0',
    'group by ledger having false',
    AUDIT,
  ),
  inForce('the audit explains each balance', 'where a.balance_cents <> coalesce(t.balance, 0)', 'where false', AUDIT),
  inForce(
    'the audit compares payments and counters',
    'p.pending_cents <> coalesce(y.pending, 0) or p.repaid_cents <> coalesce(y.approved, 0)',
    'false',
    AUDIT,
  ),
  inForce('the audit compares backings', 'where p.backed_cents <> coalesce(i.total, 0)', 'where false', AUDIT),
  inForce('what is awaited is what is unpaid', '    or awaited is distinct from -p.unpaid_cents\n', '', PAY_IN_WALLS),
  inForce(
    'unpaid counters without their journal',
    'when (old.backed_cents <> new.backed_cents or old.unpaid_cents <> new.unpaid_cents or',
    'when (old.backed_cents <> new.backed_cents or',
    PAY_IN_WALLS,
  ),
  inForce(
    'a posting lowers the overdraft to what is needed',
    'else least(a.overdraft_cents, greatest(0, -(a.balance_cents + c.change)))',
    'else a.overdraft_cents',
    PAY_IN_WALLS,
  ),
  inForce(
    'money that is taken back goes below zero',
    "where j.kind in ('received_reversed', 'payment_reversed', 'payout_unfailed')",
    'where false',
    PAY_IN_WALLS,
  ),
  plainIndex('journals_one_per_receipt', PAY_IN_WALLS),
  ...[
    'expected_is_opened',
    'booker_is_not_payer',
    'reverser_is_not_payer',
    'reversal_has_reason',
    'unpaid_within_backed',
    'funded_is_received',
    'unpaid_within_backing',
    'unpaid_has_day',
    'overdraft_is_of_a_wallet',
    'journal_has_its_place',
  ].map((name) => openCheck(name, PAY_IN_WALLS)),
  ...AUDIT_LINES.map(([tests, guard, find, replace]) => inForce(`the audit ${guard}`, find, replace, tests)),
  openCheck('backed_within_amount'),
  openCheck('draft_is_unbacked'),
  openCheck('published_has_deadline'),
  openCheck('funded_is_backed'),
  openCheck('funded_is_approved'),
  openCheck('sent_is_all_or_nothing'),
  openCheck('repaid_within_funded'),
  openCheck('approver_is_not_owner'),
  openCheck('approved_by_somebody'),
  openCheck('deleted_is_unbacked'),
  openCheck('decided_by_somebody'),
  openCheck('decider_is_not_owner'),
  openCheck('rejection_has_reason'),
  openCheck('sender_is_not_owner'),
  openCheck('sent_has_reference'),
  openCheck('refusal_has_reason'),
  plainIndex('withdrawals_one_open'),
];

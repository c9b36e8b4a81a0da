import type { Fault } from './fault.ts';

const LEDGER = 'apps/server/src/db/migrations/0004_ledger.sql';
const PAY_INS = 'apps/server/src/db/migrations/0046_pay_ins.sql';
const REVERSALS = 'apps/server/src/db/migrations/0056_reversals.sql';
const TILLS = 'apps/server/src/db/migrations/0065_tills.sql';
const PAYOUTS = 'apps/server/src/db/migrations/0067_payouts.sql';
const GIFTS = 'apps/server/src/db/migrations/0068_gifts.sql';
const SENT_LINES = 'apps/server/src/db/migrations/0073_sent_lines.sql';
const PROPOSALS = 'apps/server/src/db/migrations/0003_proposals.sql';
const WALLS = ['apps/server/src/ledger/ledger-walls.test.ts'];
const AUDIT = ['apps/server/src/ledger/audit.test.ts'];
const PAY_IN_WALLS = ['apps/server/src/ledger/pay-in-walls.test.ts'];
const PAY_IN_AUDIT = ['apps/server/src/ledger/pay-in-audit.test.ts'];
const STATEMENT_AUDIT = ['apps/server/src/ledger/statement-audit.test.ts'];

/** A check that holds for every row. */
const openCheck = (file: string, name: string, tests: readonly string[] = WALLS): Fault => ({
  guard: `wall of the ledger: ${name}`,
  file,
  find: `constraint ${name} check (`,
  replace: `constraint ${name} check (true or `,
  tests,
});
const plainIndex = (file: string, name: string, tests: readonly string[] = WALLS): Fault => ({
  guard: `wall of the ledger: ${name}`,
  file,
  find: `create unique index ${name} `,
  replace: `create index ${name} `,
  tests,
});
/** The table may be changed; only emptying it as a whole is refused. */
const openTrigger = (name: string, events: string): Fault => ({
  guard: `wall of the ledger: ${name}`,
  file: LEDGER,
  find: `create trigger ${name} before ${events} on`,
  replace: `create trigger ${name} before truncate on`,
  tests: WALLS,
});
type Text = readonly [guard: string, find: string, replace: string, tests?: readonly string[]];
const inFile = (file: string, [guard, find, replace, tests = WALLS]: Text): Fault => ({
  guard: `wall of the ledger: ${guard}`,
  file,
  find,
  replace,
  tests,
});
const inLedger = (...text: Text) => inFile(LEDGER, text);
/** A function, view or check stands in the file that says it last: the earlier text of it is replaced when a database is made. */
const inPayIns = (...text: Text) => inFile(PAY_INS, text);
const inReversals = (...text: Text) => inFile(REVERSALS, text);
const inPayouts = (...text: Text) => inFile(PAYOUTS, text);

type AuditLine = readonly [file: string, tests: readonly string[], guard: string, find: string, replace: string];
/** Each line of the audit of money (R24.6), in the file that says it last. */
const AUDIT_LINES: readonly AuditLine[] = [
  [
    PAYOUTS,
    PAY_IN_AUDIT,
    'compares what is awaited with the counter',
    'where a.balance_cents is distinct from -p.unpaid_cents or p.',
    'where p.',
  ],
  [
    PAYOUTS,
    PAY_IN_AUDIT,
    'compares what is unpaid with the backings',
    ' or p.unpaid_cents <> coalesce(i.unpaid, 0)',
    '',
  ],
  [PAYOUTS, PAY_IN_AUDIT, 'bounds what a backing owes', 'where i.unpaid_cents > 0\n    and', 'where false and'],
  [
    PAYOUTS,
    PAY_IN_AUDIT,
    'keeps the credit of an institution in its journals',
    'where a.mfi_id <> coalesce(j.mfi_id, p.mfi_id)',
    'where false',
  ],
  [
    PAYOUTS,
    PAY_IN_AUDIT,
    'explains what is below zero',
    'and overdraft_cents <> greatest(0, -balance_cents)',
    'and false',
  ],
  [PAYOUTS, PAY_IN_AUDIT, 'explains what is leaving', 'and a.balance_cents <> coalesce(o.asked, 0)', 'and false'],
  [PAYOUTS, PAY_IN_AUDIT, 'explains each payout', 'where o.amount_cents is distinct from j.asked', 'where false'],
  [
    PAYOUTS,
    PAY_IN_AUDIT,
    'explains each receipt',
    'where r.amount_cents is distinct from case',
    'where false and 0 = case',
  ],
  [PAYOUTS, PAY_IN_AUDIT, 'explains each position', 'where held_cents <> explained_cents', 'where false'],
  [
    PAYOUTS,
    STATEMENT_AUDIT,
    'explains each payment',
    "where coalesce(j.approved, 0) <> case when y.state in ('approved', 'reversed') then y.amount_cents else 0 end",
    'where false',
  ],
  [GIFTS, PAY_IN_AUDIT, 'explains each gift', 'where g.amount_cents is distinct from j.amount_cents', 'where false'],
  [GIFTS, PAY_IN_AUDIT, 'explains each draw', 'where d.amount_cents is distinct from j.amount_cents', 'where false'],
  [
    GIFTS,
    PAY_IN_AUDIT,
    'explains each debt',
    'where (case when d.approved_at is null',
    'where false and (case when d.approved_at is null',
  ],
  [
    GIFTS,
    PAY_IN_AUDIT,
    'keeps loans of gifts with the fund',
    'where i.investor_id is distinct from m.fund_id',
    'where false',
  ],
  [
    GIFTS,
    PAY_IN_AUDIT,
    'knows each loan of the fund',
    'where not exists (select from gift_loans l',
    'where false and not exists (select from gift_loans l',
  ],
  [
    REVERSALS,
    STATEMENT_AUDIT,
    'explains each line',
    "where case l.state when 'open'",
    "where false and case l.state when 'open'",
  ],
  [
    REVERSALS,
    STATEMENT_AUDIT,
    'knows the payments of lines',
    "and p.state not in ('approved', 'reversed')",
    'and false',
  ],
  [
    TILLS,
    STATEMENT_AUDIT,
    'finds the payments of tills',
    "where e.id is null or (t.state <> 'received' and y.state",
    "where (t.state <> 'received' and y.state",
  ],
  [
    TILLS,
    STATEMENT_AUDIT,
    'finds the receipts of tills',
    'where e.id is null or e.amount_minor is distinct',
    'where e.amount_minor is distinct',
  ],
  [
    TILLS,
    STATEMENT_AUDIT,
    'compares the entries of tills',
    "where e.state = 'taken' and e.amount_minor is distinct",
    'where false and e.amount_minor is distinct',
  ],
  [
    TILLS,
    STATEMENT_AUDIT,
    'asks why a till differs',
    "where t.state = 'received' and t.received_minor <> t.counted_minor",
    'where false and t.received_minor <> t.counted_minor',
  ],
  [
    SENT_LINES,
    STATEMENT_AUDIT,
    'explains each withdrawal',
    'where coalesce(j.sent, 0) <> case',
    'where false and 0 <> case',
  ],
  [
    SENT_LINES,
    STATEMENT_AUDIT,
    'knows the requests of lines',
    'where d.undone_at is null and num_nonnulls(d.withdrawal_id, d.payout_id) = 1',
    'where false',
  ],
];

export const LEDGER_FAULTS: readonly Fault[] = [
  openCheck(PAY_INS, 'account_shape'),
  openCheck(PAY_INS, 'journal_names_its_document'),
  openCheck(LEDGER, 'transfer_moves'),
  inPayIns('balance_sign', 'else balance_cents >= -overdraft_cents', 'else true'),
  inPayIns('each account once', '  add constraint accounts_once unique (kind, proposal_key, user_key, mfi_key),\n', ''),
  inLedger(
    'a journal of more than nothing',
    ' check (amount_cents > 0),\n  -- Null when a job did it.',
    ',\n  -- Null when a job did it.',
  ),
  inLedger('a transfer of more than nothing', ' check (amount_cents > 0),\n  -- Also finds', ',\n  -- Also finds'),
  plainIndex(LEDGER, 'journals_idempotency'),
  plainIndex(LEDGER, 'journals_one_per_investment'),
  plainIndex(LEDGER, 'journals_one_entry_per_payment'),
  plainIndex(LEDGER, 'journals_one_decision_per_payment'),
  openTrigger('transfers_append_only', 'update or delete or truncate'),
  openTrigger('journals_append_only', 'update or delete or truncate'),
  openTrigger('proposal_events_append_only', 'update or delete or truncate'),
  openTrigger('accounts_stay', 'delete or truncate'),
  inPayouts(
    'transfers only in the transaction of their journal',
    'where j.xmin <> pg_current_xact_id()::xid',
    'where false',
  ),
  inPayouts('a transfer stays in its ledger', 'where f.ledger <> g.ledger\n      or f', 'where f'),
  inPayouts('a transfer stays in its proposal', 'f.proposal_key not in (0, t.proposal_id)\n      or g', 'g'),
  inReversals('a journal moved its amount of cash', 'if cash <> new.amount_cents or claim', 'if claim'),
  inReversals('a journal moved its claims', ' or claim <> expected_claim then', ' then'),
  inReversals('a journal without its counters', 'perform assert_proposal_matches_ledger(new.proposal_id);', 'null;'),
  inLedger('counters without their journal', 'perform assert_proposal_matches_ledger(new.id);', 'null;'),
  inPayIns(
    'escrow is what is backed and not sent',
    'if escrow is distinct from p.backed_cents - p.sent_cents\n    or awaited',
    'if awaited',
  ),
  inPayIns('suspense is what is pending', '    or suspense is distinct from p.pending_cents\n', ''),
  inPayIns(
    'what is owed is what is backed and not repaid',
    'or -owed not between p.backed_cents - p.repaid_cents\n',
    'or false and -owed not between p.backed_cents - p.repaid_cents\n',
  ),
  inLedger(
    'the audit adds up each ledger',
    'group by ledger having sum(balance_cents) <> 0',
    'group by ledger having false',
    AUDIT,
  ),
  inLedger('the audit explains each balance', 'where a.balance_cents <> coalesce(t.balance, 0)', 'where false', AUDIT),
  inLedger(
    'the audit compares payments and counters',
    'p.pending_cents <> coalesce(y.pending, 0) or p.repaid_cents <> coalesce(y.approved, 0)',
    'false',
    AUDIT,
  ),
  inLedger('the audit compares backings', 'where p.backed_cents <> coalesce(i.total, 0)', 'where false', AUDIT),
  inPayIns('what is awaited is what is unpaid', '    or awaited is distinct from -p.unpaid_cents\n', '', PAY_IN_WALLS),
  inPayIns(
    'unpaid counters without their journal',
    'when (old.backed_cents <> new.backed_cents or old.unpaid_cents <> new.unpaid_cents or',
    'when (old.backed_cents <> new.backed_cents or',
    PAY_IN_WALLS,
  ),
  inPayouts(
    'a posting lowers the overdraft to what is needed',
    'else least(a.overdraft_cents, greatest(0, -(a.balance_cents + c.change)))',
    'else a.overdraft_cents',
    PAY_IN_WALLS,
  ),
  inPayouts(
    'money that is taken back goes below zero',
    "where j.kind in ('received_reversed', 'payment_reversed', 'payout_unfailed')",
    'where false',
    PAY_IN_WALLS,
  ),
  plainIndex(PAY_INS, 'journals_one_per_receipt', PAY_IN_WALLS),
  ...[
    'expected_is_opened',
    'booker_is_not_payer',
    'reverser_is_not_payer',
    'reversal_has_reason',
    'unpaid_within_backed',
    'funded_is_received',
    'unpaid_within_backing',
    'unpaid_has_day',
  ].map((name) => openCheck(PAY_INS, name, PAY_IN_WALLS)),
  openCheck(REVERSALS, 'overdraft_is_of_a_wallet', PAY_IN_WALLS),
  openCheck(GIFTS, 'journal_has_its_place', PAY_IN_WALLS),
  ...AUDIT_LINES.map(([file, tests, guard, find, replace]) =>
    inFile(file, [`the audit ${guard}`, find, replace, tests]),
  ),
  openCheck(PROPOSALS, 'backed_within_amount'),
  openCheck(PROPOSALS, 'draft_is_unbacked'),
  openCheck(PROPOSALS, 'published_has_deadline'),
  openCheck(PROPOSALS, 'funded_is_backed'),
  openCheck(PROPOSALS, 'funded_is_approved'),
  openCheck(PROPOSALS, 'sent_is_all_or_nothing'),
  openCheck(PROPOSALS, 'repaid_within_funded'),
  openCheck(PROPOSALS, 'approver_is_not_owner'),
  openCheck(PROPOSALS, 'approved_by_somebody'),
  openCheck(PROPOSALS, 'deleted_is_unbacked'),
  openCheck(PROPOSALS, 'decided_by_somebody'),
  openCheck(PROPOSALS, 'decider_is_not_owner'),
  openCheck(PROPOSALS, 'rejection_has_reason'),
  openCheck(PROPOSALS, 'sender_is_not_owner'),
  openCheck(PROPOSALS, 'sent_has_reference'),
  openCheck(PROPOSALS, 'refusal_has_reason'),
  plainIndex(PROPOSALS, 'withdrawals_one_open'),
];

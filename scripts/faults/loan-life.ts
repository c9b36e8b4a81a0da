import type { Fault } from './fault.ts';

const DOMAIN = 'packages/domain/src';
const FEATURES = 'apps/server/src/features';
const RULES = `${DOMAIN}/permissions.ts`;
const IMPORTS = `${FEATURES}/imports/imports.test.ts`;
const PAUSES = `${FEATURES}/pauses/pauses.test.ts`;
const DEFAULTS = `${FEATURES}/defaults/defaults.test.ts`;
const UNDOINGS = `${FEATURES}/release-undoings/release-undoings.test.ts`;
const SETTLEMENTS = `${FEATURES}/settlements/settlements.test.ts`;
const PLANS = `${FEATURES}/plans/plans.test.ts`;
const HARDSHIPS = `${FEATURES}/hardships/hardships.test.ts`;
const FORGIVING = `${FEATURES}/forgiving/forgiving.test.ts`;
const CANCELLING = `${FEATURES}/investments/cancelling.test.ts`;
const PARTIAL = `${FEATURES}/proposals/partial-funding.test.ts`;
const FIGURES = `${FEATURES}/loan-figures/loan-figures.test.ts`;

type Planted = readonly [guard: string, file: string, find: string, replace: string, ...tests: string[]];
const against = (trap: string, planted: readonly Planted[]): Fault[] =>
  planted.map(([guard, file, find, replace, ...tests]) => ({ trap, guard, file, find, replace, tests }));

/** The guards of what happens to a loan beside its payments, and of what an institution brings along. */
export const LOAN_LIFE_FAULTS: readonly Fault[] = [
  ...against('An import tells', [
    [
      'an import is for the staff of its own institution (R31.5)',
      'apps/server/src/http/own-mfi.ts',
      'const own = ownMfi(viewer, named);',
      'const own = named ?? ownMfi(viewer, named);',
      IMPORTS,
    ],
    [
      'staff read whether a person came, and not who had an account (R31.5)',
      `${FEATURES}/imports/imports.repository.ts`,
      "case state when 'waiting' then 'waiting' when 'erased' then 'erased' else 'came' end as state",
      'state',
      IMPORTS,
    ],
    [
      'an import of which somebody took a part is not undone (R31.5)',
      `${DOMAIN}/undo-within-a-day.ts`,
      'isUsed || now',
      'now',
      IMPORTS,
    ],
    [
      'an import is undone for 24 hours and no longer (R31.5)',
      `${DOMAIN}/undo-within-a-day.ts`,
      'now.getTime() - enteredAt.getTime() > UNDO_HOURS * HOUR_MS',
      'false',
      IMPORTS,
    ],
    [
      'a draft waits for the own phone alone (R31.5)',
      `${FEATURES}/imports/imports.repository.ts`,
      "(l.state = 'waiting' and l.phone = i.phone)",
      "(l.state = 'waiting')",
      IMPORTS,
    ],
    [
      'a claimed draft stays with its account (R31.5)',
      `${FEATURES}/imports/imports.repository.ts`,
      "(l.state = 'claimed' and l.user_id = u.id)",
      "(l.state = 'claimed')",
      IMPORTS,
    ],
    [
      'a phone that was confirmed by e-mail only is offered no draft (R33.2)',
      `${FEATURES}/imports/imports.repository.ts`,
      'i.phone_verified_at is not null and not i.phone_by_email\n      join',
      'i.phone_verified_at is not null\n      join',
      IMPORTS,
    ],
    [
      'an account is claimed for the phone that it was written down for (R31.5)',
      `${FEATURES}/imports/imports.repository.ts`,
      "where l.phone = ${phone} and l.state = 'waiting' order",
      "where l.state = 'waiting' order",
      IMPORTS,
    ],
    [
      'a line is claimed for no other phone (R31.5)',
      `${FEATURES}/imports/imports.repository.ts`,
      "    .where('phone', '=', phone)\n    .where('mfiId', '=', mfiId)\n",
      "    .where('mfiId', '=', mfiId)\n",
      IMPORTS,
    ],
  ]),
  ...against('A pause of a whole place', [
    [
      'the staff of an institution alone pause its loans (R28.4)',
      `${FEATURES}/pauses/pauses.routes.ts`,
      "may: ({ viewer, asked }) => (ownMfi(viewer, asked.mfiId) === null ? 'not_permitted' : null),",
      '',
      PAUSES,
    ],
    [
      'a pause after which somebody paid is not taken back (R28.4)',
      `${FEATURES}/pauses/pauses.routes.ts`,
      'isUsed: await isPauseUsed(tx, pause)',
      'isUsed: (await isPauseUsed(tx, pause)) && false',
      PAUSES,
    ],
  ]),
  ...against('A loan is given up', [
    [
      'staff alone declare a default (R29.1)',
      RULES,
      "confirmDefault: { by: ['staff'],",
      "confirmDefault: { by: ['staff', 'member'],",
      DEFAULTS,
    ],
    [
      'staff decide over no default of their own loan (R29.1)',
      RULES,
      "confirmDefault: { by: ['staff'], when: ['funded'], neverOwner: true },",
      "confirmDefault: { by: ['staff'], when: ['funded'] },",
      DEFAULTS,
    ],
    [
      'staff write off no loan of their own (R29.3)',
      RULES,
      "writeOff: { by: ['staff'], when: ['funded'], neverOwner: 'second_person_needed' },",
      "writeOff: { by: ['staff'], when: ['funded'] },",
      DEFAULTS,
    ],
    [
      'a default is answered while it is asked for (R29.1)',
      `${FEATURES}/defaults/defaults.routes.ts`,
      "if (asking === null) return 'wrong_status';",
      '',
      DEFAULTS,
    ],
    [
      'a write-off is confirmed by another person (R29.3)',
      `${FEATURES}/defaults/defaults.routes.ts`,
      'if (isSecond !== null) return isSecond;',
      '',
      DEFAULTS,
    ],
    [
      'a write-off is entered with a fresh proof (R34.2)',
      `${FEATURES}/defaults/defaults.routes.ts`,
      "    stepUp: 'staff',\n    on: askedWriteOff,",
      '    on: askedWriteOff,',
      `${FEATURES}/staff/staff-proofs.test.ts`,
    ],
    [
      'one entry of a write-off waits at a time (R29.3)',
      `${FEATURES}/defaults/defaults.routes.ts`,
      "(decision.writeOff === null ? null : 'wrong_status')",
      'null',
      DEFAULTS,
    ],
    [
      'a loan is written off thirty days after its default (R29.3)',
      `${DOMAIN}/defaults.ts`,
      ' || now < writeOffFrom(defaultedAt)',
      '',
      DEFAULTS,
    ],
    [
      'a loan is not written off while a payment waits (R30.3)',
      `${DOMAIN}/defaults.ts`,
      "return pendingCents > 0 ? 'payment_pending' : null;",
      'return null;',
      DEFAULTS,
    ],
  ]),
  ...against('A release is undone', [
    [
      'an undone release is confirmed by another person (R31.3)',
      `${FEATURES}/release-undoings/release-undoings.routes.ts`,
      'if (isSecond !== null) return isSecond;',
      '',
      UNDOINGS,
    ],
    [
      'staff undo no release of their own loan (R31.3)',
      RULES,
      "undoRelease: { by: ['staff'], when: ['funded'], neverOwner: 'second_person_needed' },",
      "undoRelease: { by: ['staff'], when: ['funded'] },",
      UNDOINGS,
    ],
    [
      'a release of which money was sent is not undone (R31.3)',
      `${DOMAIN}/release-undoings.ts`,
      'loan.isMoneySent || ',
      '',
      UNDOINGS,
    ],
    [
      'a release is not undone while a payment waits (R31.3)',
      `${DOMAIN}/release-undoings.ts`,
      "return loan.pendingCents > 0 ? 'payment_pending' : null;",
      'return null;',
      UNDOINGS,
    ],
  ]),
  ...against('One person signs the month', [
    [
      'the second signature of a month is another person’s (R34.3)',
      `${FEATURES}/settlements/settlements.routes.ts`,
      'const refusal = confirmRefusal(viewer, row, office);',
      'const refusal = null;',
      SETTLEMENTS,
    ],
    [
      'a second signature holds for the figures that the first one saw (R34.3)',
      `${FEATURES}/settlements/settlements.routes.ts`,
      "isDeepStrictEqual(row.content, await contentOf(tx, mfiId, month)) ? null : 'changed_meanwhile'",
      'null',
      SETTLEMENTS,
    ],
    [
      'a month that waits for its second signature is not signed anew (R34.3)',
      `${FEATURES}/settlements/settlements.routes.ts`,
      "(settlementState(row, at) === 'open' ? null : 'already_approved')",
      'null',
      SETTLEMENTS,
    ],
    [
      'a month that both have signed stays as it is (R34.3)',
      'apps/server/src/db/migrations/0170_figures_and_settlements.sql',
      'create trigger settlements_lock before update on settlements for each row execute function refuse_change_of_settlement();',
      '',
      SETTLEMENTS,
    ],
    [
      'a month is signed by its own office (R34.3)',
      'apps/server/src/http/own-mfi.ts',
      'const own = ownMfi(viewer, named);',
      'const own = named ?? ownMfi(viewer, named);',
      SETTLEMENTS,
    ],
  ]),
  ...against('A borrower is held to a plan', [
    [
      'the borrower alone accepts a plan (R28.2)',
      RULES,
      "answerPlan: { by: ['owner'],",
      "answerPlan: { by: ['owner', 'staff'],",
      PLANS,
    ],
    [
      'a plan is accepted once the office has decided on it (R28.2)',
      `${FEATURES}/plans/plans.routes.ts`,
      "stateRefusal(decision, 'approved')",
      'null',
      PLANS,
    ],
    [
      'a plan beyond twice the original is for two people (R34.3)',
      `${DOMAIN}/plans.ts`,
      'return months > 2 * originalMonths;',
      'return false;',
      PLANS,
      HARDSHIPS,
    ],
    [
      'the person who entered a long plan does not confirm it (R34.3, R34.4)',
      `${FEATURES}/plans/plans.routes.ts`,
      'confirmLoanRefusal(viewer, plan, office, proposal.ownerId) ?? stateRefusal(',
      'stateRefusal(',
      PLANS,
    ],
    [
      'one plan is open at a time (R28.2)',
      `${FEATURES}/plans/plans.routes.ts`,
      "((await hasOpenPlan(decision.tx, decision.proposal.id)) ? 'wrong_status' : null)",
      'null',
      PLANS,
    ],
    [
      'staff change no plan of their own loan (R28.2)',
      RULES,
      "changePlan: { by: ['staff'], when: ['funded'], neverOwner: 'second_person_needed' },",
      "changePlan: { by: ['staff'], when: ['funded'] },",
      PLANS,
    ],
    [
      'backers read of a plan once it is in force (R28.2)',
      `${FEATURES}/plans/plans.routes.ts`,
      "isParty || state === 'accepted'",
      'isParty || state !== null',
      PLANS,
    ],
    [
      'the borrower and the office alone read that somebody cannot pay (R28.1)',
      `${FEATURES}/hardships/hardships.routes.ts`,
      "if (!isParty) throw new RefusalError('not_permitted');",
      '',
      HARDSHIPS,
    ],
    [
      'the borrower alone says that they cannot pay (R28.1)',
      RULES,
      "cannotPay: { by: ['owner'],",
      "cannotPay: { by: ['owner', 'member'],",
      HARDSHIPS,
    ],
  ]),
  ...against('A claim is given up', [
    [
      'a claim is given up with a fresh proof (R34.2)',
      `${FEATURES}/forgiving/forgiving.routes.ts`,
      "    stepUp: 'everybody',\n",
      '',
      FORGIVING,
    ],
    [
      'money that came lately is not given up (R30.1)',
      `${DOMAIN}/forgiving.ts`,
      "return isLately ? 'paid_in_lately' : null;",
      'return null;',
      FORGIVING,
    ],
    [
      'a backing that credit paid is dated by it (R30.1)',
      `${FEATURES}/forgiving/forgiving.repository.ts`,
      'case when i.from_credit_cents > 0 then i.invested_at end',
      'null::timestamptz',
      FORGIVING,
    ],
    [
      'nothing is given up while a payment waits (R30.3)',
      `${DOMAIN}/forgiving.ts`,
      "if (proposal.pendingCents > 0) return 'payment_pending';",
      '',
      FORGIVING,
    ],
    [
      'a backer takes back an own backing alone (R31.1)',
      `${FEATURES}/investments/investments.repository.ts`,
      "    .where('investorId', '=', userId)\n    .where('id', '=', id)\n",
      "    .where('id', '=', id)\n",
      CANCELLING,
    ],
    [
      'a backing stays on the last day (R6.6)',
      `${DOMAIN}/investments.ts`,
      "return isLastDay(proposal, now) ? 'too_late' : null;",
      'return null;',
      CANCELLING,
    ],
    [
      'a backing is taken back while its proposal collects (R31.1)',
      RULES,
      "cancelBacking: { by: ['member'], when: ['locked'] },",
      "cancelBacking: { by: ['member'], when: ['locked', 'backed'] },",
      CANCELLING,
    ],
    [
      'a backing is taken back once (R31.1)',
      `${DOMAIN}/investments.ts`,
      "if (!isActive) return 'wrong_status';",
      '',
      CANCELLING,
    ],
  ]),
  ...against('Less than an owner agreed to', [
    [
      'a part goes ahead from half of the amount on (R5.5)',
      `${DOMAIN}/funding-time.ts`,
      'Math.ceil(amountCents / 2)',
      'Math.ceil(amountCents / 4)',
      PARTIAL,
    ],
    [
      'a part goes ahead where its owner chose that (R31.2)',
      `${FEATURES}/proposals/approvals.service.ts`,
      'isOpen(proposal.status) && proposal.acceptPartial',
      'isOpen(proposal.status)',
      PARTIAL,
    ],
    [
      'a part is decided on when nothing is awaited any more (R31.2)',
      `${FEATURES}/proposals/partial-funding.repository.ts`,
      'if (proposal.unpaidCents > 0 && now <= (await waitsUntil(tx, proposal))) return null;',
      '',
      PARTIAL,
    ],
  ]),
  ...against('Public figures', [
    [
      'a figure of fewer than five loans is hidden (R32.1)',
      `${DOMAIN}/figure-hiding.ts`,
      'return loans > 0 && loans < FEWEST_LOANS;',
      'return loans < 0;',
      FIGURES,
      `${DOMAIN}/figure-hiding.test.ts`,
    ],
    [
      'a hidden figure cannot be reckoned from the others (R32.1)',
      `${DOMAIN}/figure-hiding.ts`,
      "      next.hidden = 'guarded';\n      isDone = false;\n",
      '',
      `${DOMAIN}/figure-hiding.test.ts`,
      `${DOMAIN}/figure-properties.test.ts`,
    ],
    [
      'an institution of fewer than five loans is told to nobody (R32.1)',
      `${FEATURES}/loan-figures/count-days.ts`,
      'counting.stepDays.has(key) || !isFew(arrivals.get(key) ?? 0)',
      'true',
      FIGURES,
    ],
  ]),
];

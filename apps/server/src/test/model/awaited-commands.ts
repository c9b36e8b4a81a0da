import fc from 'fast-check';
import { refusal } from '../loans.ts';
import {
  type Act,
  type Amount,
  back,
  cancel,
  confirm,
  payWithCredit,
  type Payer,
  type Real,
  receive,
  receiveByLine,
  takeBack,
  tell,
  undoLine,
} from './awaited-acts.ts';
import { askOut, draw, give, lendGift, movePayout, type PayoutStep, relend } from './awaited-credit-acts.ts';
import {
  approve,
  decide,
  giveBack,
  moveWithdrawal,
  pay,
  publish,
  release,
  repayByLine,
  reverse,
  withdraw,
  type WithdrawalStep,
} from './awaited-loan-acts.ts';
import { declareDefault, forgive, takeDebtOver, wait, writeOff } from './awaited-end-acts.ts';
import { PAYERS, type Staff } from './awaited-loan.ts';
import { type AwaitedModel, OK } from './awaited-model.ts';

class Command implements fc.AsyncCommand<AwaitedModel, Real> {
  readonly name: string;
  readonly details: readonly unknown[];
  readonly run: (model: AwaitedModel, real: Real) => Promise<void>;

  constructor(name: string, details: readonly unknown[], run: Command['run']) {
    this.name = name;
    this.details = details;
    this.run = run;
  }
  check(): boolean {
    return true;
  }
  toString(): string {
    return `${this.name}(${this.details.map((detail) => JSON.stringify(detail)).join(', ')})`;
  }
}

function note({ seen }: Real, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

async function perform(model: AwaitedModel, real: Real, name: string, which: number, act: Act): Promise<void> {
  const before = model.loans.map(({ status }) => status);
  const met = model.loans[which]?.met ?? [];
  const done = await act({ model, real, which });
  if (done === null) return;
  const { answer, expected } = done;
  const got = answer.status < 300 ? OK : refusal(answer);
  if (got !== expected) throw new Error(`${name}: ${got}, but the model expected ${expected}`);
  note(real, `${name} ${expected}`);
  if (expected === OK) for (const what of met) note(real, `${name} after ${what}`);
  model.noteDebts();
  noteMoves(model, real, before);
  await real.compare(which);
}

function noteMoves(model: AwaitedModel, real: Real, before: readonly number[], by = ''): void {
  for (const [index, { status }] of model.loans.entries()) {
    if (before[index] !== status) note(real, `${before[index]} → ${status}${by}`);
  }
}

async function pass(model: AwaitedModel, real: Real, days: number): Promise<void> {
  const before = model.loans.map(({ status }) => status);
  if (!(await wait({ model, real }, days))) return;
  noteMoves(model, real, before, ' by night');
  await real.compare();
}

const loanIndex = fc.constantFrom(0, 0, 1);
const payer = fc.constantFrom<Payer>(...PAYERS);
const staff = fc.constantFrom<Staff>('o1', 'o2');
const pick = fc.nat(3);
const amount: fc.Arbitrary<Amount> = fc.oneof(
  fc.record({ percent: fc.constantFrom(100, 100, 50, 33), plus: fc.constantFrom(0, 0, 0, 1, -1, 250) }),
  fc.record({ percent: fc.constant(0), plus: fc.constantFrom(1, 99, 100, 833, 2500) }),
);
const isWhat = fc.boolean();

/** A command with details that chance chooses. */
function on<Details extends readonly unknown[]>(
  weight: number,
  name: string,
  details: fc.Arbitrary<Details>,
  act: (...details: Details) => Act,
) {
  const arbitrary = fc
    .tuple(loanIndex, details)
    .map(
      ([which, chosen]) =>
        new Command(name, [which, ...chosen], (model, real) => perform(model, real, name, which, act(...chosen))),
    );
  return { weight, name, arbitrary };
}
/** The next step towards a repaid loan, because chance alone hardly ever gets there. */
function onward(model: AwaitedModel, which: number, who: Payer): readonly [name: string, act: Act] | null {
  const loan = model.loans[which] as AwaitedModel['loans'][number];
  const owing = loan.backings.find(({ unpaid }) => unpaid > 0)?.who as Payer | undefined;
  const [whole, third] = [
    { percent: 100, plus: 0 },
    { percent: 33, plus: 1 },
  ];
  switch (loan.status) {
    case 1:
      return ['publish', publish];
    case 2:
    case 3:
      return ['back', back(who, who === 'b0' ? third : whole, true)];
    case 4:
      if (loan.approvedBy === null) return ['approve', approve('o1')];
      if (owing === undefined) return ['release', release('o1', false)];
      return who === 'b2' ? ['advance', release('o2', true)] : ['receive', receive(owing, 'o1', whole)];
    case 5:
      if (who === 'b2' && loan.withdrawals.at(-1)?.state !== 'confirmed') return onwardWithdrawal(loan);
      if (who === 'b1') return onwardPayout(model, which === 1) ?? ['pay', pay(third)];
      if (loan.pending > 0) return ['approvePayment', decide('approvePayment', 'o1', 0)];
      return ['pay', pay(who === 'b0' ? whole : third)];
    default:
      return onwardPayout(model, who === 'b0');
  }
}

/** The first sending fails where the amount is odd, else it arrives. */
function onwardWithdrawal({
  withdrawals,
  amount: whole,
}: AwaitedModel['loans'][number]): readonly [name: string, act: Act] {
  const state = withdrawals.at(-1)?.state;
  if (state === 'requested') return ['withdrawal sent', moveWithdrawal('sent', 'o1')];
  if (state !== 'sent') return ['withdraw', withdraw];
  return withdrawals.length === 1 && whole % 2 === 1
    ? ['withdrawal failed', moveWithdrawal('failed', 'o1')]
    : ['withdrawal confirmed', moveWithdrawal('confirmed', 'o1')];
}

/** The next step towards a loan that is written off and partly recovered; one may forgive before. */
function towardsLoss(model: AwaitedModel, which: number, who: Payer): readonly [name: string, act: Act] | null {
  const loan = model.loans[which] as AwaitedModel['loans'][number];
  if (loan.status !== 5) return onward(model, which, who);
  if (loan.sent === 0) return onwardWithdrawal(loan);
  if (loan.pending > 0) return ['approvePayment', decide('approvePayment', 'o1', 0)];
  if (loan.defaultedAt === null) return ['default', declareDefault('o1')];
  if (loan.isWrittenOff) return ['pay', pay({ percent: 33, plus: 1 })];
  const [generous, another] = PAYERS.filter((payer) => loan.claimOf(payer) > 0);
  const isForgiven = generous === undefined || another === undefined || who === 'b2';
  return isForgiven ? ['write off', writeOff('o2')] : ['forgive', forgive(generous)];
}

/** The newest request goes on, or what was sent comes back; else all that may leave is asked out. */
function onwardPayout(model: AwaitedModel, comesBack: boolean): readonly [name: string, act: Act] | null {
  const last = model.payouts.at(-1);
  if (last?.state === 'requested') return ['payout sent', movePayout('sent', 'o2', 0)];
  if (last?.state === 'sent') {
    const next = comesBack ? 'failed' : 'confirmed';
    return [`payout ${next}`, movePayout(next, 'o2', 0)];
  }
  const rich = PAYERS.find((who) => model.payableOf(who) >= 100);
  return rich === undefined ? null : ['ask out', askOut(rich, { percent: 0, plus: model.payableOf(rich) })];
}

const step = (name: string, nextOf: typeof onward, which: number, who: Payer) =>
  new Command(name, [which, who], async (model, real) => {
    const next = nextOf(model, which, who);
    if (next) await perform(model, real, next[0], which, next[1]);
  });
function towards(weight: number, name: string, nextOf: typeof onward) {
  const arbitrary = fc.tuple(loanIndex, payer).map(([which, who]) => step(name, nextOf, which, who));
  return { weight, name, arbitrary };
}

/** Lives begin so, because chance alone seldom gets to a loss: the first loan is lent by two, or that is also sent and in default. */
export const BEGINNINGS = ['drafts', 'drafts', 'drafts', 'drafts', 'lent', 'default'] as const;
export function beginning(of: (typeof BEGINNINGS)[number]): readonly Command[] {
  if (of === 'drafts') return [];
  const steps = (['b0', 'b0', 'b1', 'b0', 'b0', 'b0', 'b0'] as const).map((who) => step('lend', lending, 0, who));
  return of === 'lent' ? steps : [...steps, ...steps.slice(0, 3).map(() => step('towards loss', towardsLoss, 0, 'b0'))];
}
const lending: typeof onward = (model, which, who) =>
  (model.loans[which]?.status ?? 6) < 5 ? onward(model, which, who) : null;

const WITHDRAWAL_STEPS: readonly WithdrawalStep[] = ['sent', 'failed', 'confirmed', 'cancelled'];
const PAYOUT_STEPS: readonly PayoutStep[] = ['sent', 'rejected', 'cancelled', 'confirmed', 'failed'];

const COMMANDS = [
  on(5, 'publish', fc.tuple(), () => publish),
  on(4, 'approve', fc.tuple(staff), approve),
  on(14, 'back', fc.tuple(payer, amount, isWhat), back),
  on(7, 'cancel', fc.tuple(pick), cancel),
  on(8, 'receive', fc.tuple(payer, staff, amount), receive),
  on(3, 'receive by line', fc.tuple(payer, staff, amount), receiveByLine),
  on(2, 'undo the line', fc.tuple(staff, pick), undoLine),
  on(4, 'confirm', fc.tuple(staff, pick), confirm),
  on(3, 'take back', fc.tuple(staff, pick), takeBack),
  on(3, 'pay with credit', fc.tuple(payer), payWithCredit),
  on(2, 'tell', fc.tuple(payer), tell),
  on(8, 'release', fc.tuple(staff), (by) => release(by, false)),
  // The one who advances is never the one who draws.
  on(3, 'advance', fc.tuple(), () => release('o2', true)),
  on(1, 'return', fc.tuple(staff), giveBack),
  on(3, 'withdraw', fc.tuple(), () => withdraw),
  ...WITHDRAWAL_STEPS.map((step) =>
    on(step === 'sent' ? 3 : 1, `withdrawal ${step}`, fc.tuple(staff), (by) => moveWithdrawal(step, by)),
  ),
  on(8, 'pay', fc.tuple(amount), pay),
  on(8, 'approvePayment', fc.tuple(staff, pick), (by, which) => decide('approvePayment', by, which)),
  on(1, 'rejectPayment', fc.tuple(staff, pick), (by, which) => decide('rejectPayment', by, which)),
  on(3, 'reverse', fc.tuple(staff, pick), reverse),
  on(3, 'repay by line', fc.tuple(staff, amount), repayByLine),
  on(3, 'forgive', fc.tuple(payer), forgive),
  on(3, 'default', fc.tuple(staff), declareDefault),
  on(3, 'write off', fc.tuple(staff), writeOff),
  on(2, 'take a debt over', fc.tuple(staff), takeDebtOver),
  on(6, 'ask out', fc.tuple(payer, amount), askOut),
  ...PAYOUT_STEPS.map((step) =>
    on(step === 'sent' || step === 'rejected' ? 4 : 2, `payout ${step}`, fc.tuple(staff, pick), (by, which) =>
      movePayout(step, by, which),
    ),
  ),
  on(4, 'give', fc.tuple(payer, amount), give),
  on(4, 'lend a gift', fc.tuple(staff, amount), lendGift),
  on(2, 'draw', fc.tuple(amount), draw),
  on(3, 'relend', fc.tuple(payer, fc.constantFrom(100, 2500), fc.constantFrom(0, 300)), relend),
  towards(45, 'onward', onward),
  towards(10, 'towards loss', towardsLoss),
  {
    weight: 8,
    name: 'days pass',
    arbitrary: fc
      .constantFrom(1, 1, 2, 8, 11, 12, 31)
      .map((days) => new Command('days pass', [days], (model, real) => pass(model, real, days))),
  },
];
export const KINDS = COMMANDS.map(({ name }) => name).filter(
  (name) => !name.startsWith('onward') && !name.startsWith('towards') && name !== 'days pass',
);

export const awaitedRuns = (maxCommands: number) =>
  fc.commands(
    COMMANDS.flatMap(({ weight, arbitrary }) => Array.from({ length: weight }, () => arbitrary)),
    { maxCommands, size: 'max' },
  );

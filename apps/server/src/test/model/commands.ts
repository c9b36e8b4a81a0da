import fc from 'fast-check';
import { done, type Loan, refusal, type Loans } from '../loans.ts';
import type { Person } from '../world.ts';
import {
  type Act,
  type Amount,
  back,
  cancel,
  decide,
  dollars,
  edit,
  ignore,
  type Model,
  note,
  pay,
  publish,
  type Real,
  remove,
  reverse,
  staff,
  step,
  withdraw,
} from './acts.ts';
import { declareDefault, forgive, undoRelease, writeOff } from './end-acts.ts';
import { meeting, MEETINGS, onward } from './onward.ts';
import type { LoanModel } from './loan-model.ts';
import { answerPlan, confirmPlan, enterPlan, pause, undoPause } from './plan-acts.ts';
import { type Actor, BACKERS, OK } from './world-model.ts';

class Command implements fc.AsyncCommand<Model, Real> {
  readonly name: string;
  readonly details: readonly unknown[];
  readonly run: (model: Model, real: Real) => Promise<void>;

  constructor(name: string, details: readonly unknown[], run: Command['run']) {
    this.name = name;
    this.details = details;
    this.run = run;
  }
  check(): boolean {
    return true;
  }
  toString(): string {
    return `${this.name}(${this.details.join(', ')})`;
  }
}

function command(name: string, which: number, actor: Actor, details: readonly unknown[], act: Act): Command {
  return new Command(name, [which, actor, ...details], async (model, real) => {
    await perform(model, real, name, which, actor, act);
  });
}

async function perform(model: Model, real: Real, name: string, which: number, actor: Actor, act: Act): Promise<void> {
  const [loanModel, loan] = [model.loans[which] as LoanModel, real.loans[which] as Loan];
  const before = loanModel.status;
  const met = loanModel.met;
  const as = (actor === 'visitor' ? null : real.people[actor]) as Person;
  const { answer, expected } = await act({ model: loanModel, all: model, real, loan, as, actor });
  const got = answer.status < 300 ? OK : refusal(answer);
  if (got !== expected) throw new Error(`${name} by ${actor} in ${before}: ${got}, but the model expected ${expected}`);
  note(real, `${name} ${expected}`);
  if (expected === OK) for (const what of met) note(real, `${name} after ${what}`);
  if (loanModel.isDeleted && expected === OK && name === 'delete') note(real, `${before} → deleted`);
  if (loanModel.status !== before) note(real, `${before} → ${loanModel.status}`);
  await real.compare(which);
}

const DAY_MS = 86_400_000;
let drafts = 0;

const loanIndex = fc.constantFrom(0, 0, 0, 1);
const anybody = fc.constantFrom<Actor>('owner', 'b0', 'b1', 'b2', 'officer', 'foreign', 'visitor');
const mostly = (actor: Actor) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(actor) }, { weight: 1, arbitrary: anybody });
const backer = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Actor>(...BACKERS) },
  { weight: 1, arbitrary: anybody },
);
const amount: fc.Arbitrary<Amount> = fc.oneof(
  fc.record({ ofWhole: fc.constantFrom(100, 50, 33, 10), plus: fc.constantFrom(0, 0, 0, 1, -1) }),
  fc.record({ ofWhole: fc.constant(0), plus: fc.constantFrom(0, 1, 99, 100, 101, 833, 1_000_000_00) }),
);
const on = (name: string, actor: fc.Arbitrary<Actor>, act: Act, weight = 2) => ({
  weight,
  arbitrary: fc.tuple(loanIndex, actor).map(([which, who]) => command(name, which, who, [], act)),
});

const meet = (which: number, what: (typeof MEETINGS)[number]) =>
  new Command('meet', [which, what], async (model, real) => {
    for (const { name, actor, act } of meeting(model.loans[which] as LoanModel, what)) {
      await perform(model, real, name, which, actor, act);
    }
  });
const stepOnward = (which: number, who: Actor) =>
  new Command('onward', [which, who], async (model, real) => {
    const next = onward(model.loans[which] as LoanModel, who);
    if (next) await perform(model, real, next.name, which, next.actor, next.act);
  });

/**
 * Lives begin so, because chance alone seldom gets to each end of a loan: the first one is published, backed and the backing taken
 * back; or approved and released; or that with two backers and a payment; then also sent and in default; then also written off.
 */
export const BEGINNINGS = [
  'drafts',
  'drafts',
  'taken back',
  'lent',
  'shared',
  'shared',
  'default',
  'written off',
] as const;
export function beginning(of: (typeof BEGINNINGS)[number]): readonly Command[] {
  if (of === 'drafts') return [];
  if (of === 'taken back') {
    const part = { ofWhole: 50, plus: 100 };
    return [
      command('publish', 0, 'owner', [], publish(true)),
      command('back', 0, 'b0', [], back(part, false)),
      command('cancel', 0, 'b0', [], cancel),
    ];
  }
  const lent = Array.from({ length: 4 }, () => stepOnward(0, 'b2'));
  if (of === 'lent') return lent;
  if (of === 'shared') {
    const part = { ofWhole: 50, plus: 1 };
    const shared = [stepOnward(0, 'b0'), command('back', 0, 'b0', [], back(part, false)), ...lent.slice(1)];
    return [...shared, meet(0, 'payment'), meet(0, 'payment')];
  }
  const sent = [stepOnward(0, 'b1'), stepOnward(0, 'b1')];
  const inDefault = [...lent, ...sent, command('default', 0, 'officer', [], declareDefault)];
  return of === 'default' ? inDefault : [...inDefault, command('writeOff', 0, 'officer', [], writeOff)];
}

const COMMANDS = [
  on('publish', mostly('owner'), publish(true)),
  on('unpublish', mostly('owner'), publish(false)),
  on('delete', mostly('owner'), remove, 1),
  on('approve', mostly('officer'), staff('approveProposal')),
  on('release', mostly('officer'), staff('releaseFunds'), 3),
  on('return', mostly('officer'), staff('returnProposal')),
  on('withdraw', mostly('owner'), withdraw),
  on('cancel', backer, cancel, 2),
  on('forgive', backer, forgive, 2),
  on('default', mostly('officer'), declareDefault, 1),
  on('undoRelease', mostly('officer'), undoRelease, 2),
  on('writeOff', mostly('officer'), writeOff, 1),
  on('accept plan', mostly('owner'), answerPlan('accepted'), 1),
  on('refuse plan', mostly('owner'), answerPlan('refused'), 1),
  on('confirm plan', mostly('officer'), confirmPlan(true), 1),
  on('confirm own plan', mostly('officer'), confirmPlan(false), 1),
  on('undo pause', mostly('officer'), undoPause, 1),
  on('ignore', anybody, ignore(true), 1),
  on('unignore', anybody, ignore(false), 1),
  ...(['sent', 'rejected', 'failed', 'confirmed'] as const).map((next) =>
    on(`withdrawal ${next}`, mostly(next === 'confirmed' ? 'owner' : 'officer'), step(next), 1),
  ),
  {
    weight: 1,
    arbitrary: fc
      .tuple(loanIndex, mostly('owner'), fc.constantFrom(100, 101, 999, 10_000))
      .map(([which, who, cents]) => command('edit', which, who, [cents], edit(cents))),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(loanIndex, backer, amount, fc.boolean())
      .map(([which, who, much, isKeyed]) =>
        command('back', which, who, [JSON.stringify(much), isKeyed], back(much, isKeyed)),
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(loanIndex, mostly('owner'), amount)
      .map(([which, who, much]) => command('pay', which, who, [JSON.stringify(much)], pay(much))),
  },
  ...(['approvePayment', 'rejectPayment'] as const).map((what) => ({
    weight: what === 'approvePayment' ? 4 : 2,
    arbitrary: fc
      .tuple(loanIndex, mostly('officer'), fc.nat(3))
      .map(([which, who, pick]) => command(what, which, who, [pick], decide(what, pick))),
  })),
  {
    weight: 2,
    arbitrary: fc
      .tuple(loanIndex, mostly('officer'), fc.nat(3), fc.constantFrom(true, true, true, false))
      .map(([which, who, pick, bySecond]) => command('reverse', which, who, [pick, bySecond], reverse(pick, bySecond))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        loanIndex,
        mostly('officer'),
        fc.constantFrom(1, 6, 6, 24, 25, 60),
        fc.constantFrom(-1, 0, 1, 30, 100, 300),
      )
      .map(([which, who, months, days]) => command('plan', which, who, [months, days], enterPlan(months, days))),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(loanIndex, fc.constantFrom('forgiving', 'reversal', ...MEETINGS))
      .map(([which, what]) => meet(which, what)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(mostly('officer'), fc.constantFrom(1, 3, 6))
      .map(([who, months]) => command('pause', 0, who, [months], pause(months))),
  },
  ...[expire, wait].map((pass) => ({
    weight: 3,
    arbitrary: fc
      .constantFrom(1, 1, 29, 31)
      .map((days) => new Command(pass.name, [days], async (model, real) => pass(model, real, days))),
  })),
  {
    weight: 16,
    arbitrary: fc.tuple(loanIndex, fc.constantFrom<Actor>(...BACKERS)).map(([which, who]) => stepOnward(which, who)),
  },
];

/** Time passes, and the job has not come round yet. */
async function wait(model: Model, real: Real, days: number): Promise<void> {
  if (model.world.now + days * DAY_MS > model.world.endsAt) return;
  model.world.now += days * DAY_MS;
  real.world.now = new Date(model.world.now);
}

async function expire(model: Model, real: Real, days: number): Promise<void> {
  await wait(model, real, days);
  await real.expire();
  for (const loan of model.loans) {
    const before = loan.status;
    loan.expire();
    if (loan.status !== before) note(real, `${before} → ${loan.status} by the job`);
  }
  await real.compare();
}

export const commandRuns = (maxCommands: number) =>
  fc.commands(
    COMMANDS.flatMap(({ weight, arbitrary }) => Array.from({ length: weight }, () => arbitrary)),
    { maxCommands, size: 'max' },
  );
export const newDraft = async (
  steps: Loans,
  owner: Person,
  officer: Person,
  cents: number,
  fields: object = {},
): Promise<Loan> => {
  drafts += 1;
  const { id } = done(
    await steps.create(owner, { status: 1, amount: dollars(cents), title: `Loan ${drafts}`, ...fields }),
  );
  return { id, amount: dollars(cents), owner, officer, backers: [] };
};

import { type Act, type Amount, back, decide, pay, publish, reverse, staff, step, withdraw } from './acts.ts';
import { declareDefault, forgive, undoRelease, writeOff } from './end-acts.ts';
import type { LoanModel } from './loan-model.ts';
import { answerPlan, enterPlan, pause, undoPause } from './plan-acts.ts';
import { type Actor, BACKERS } from './world-model.ts';

const WHOLE: Amount = { ofWhole: 100, plus: 0 };
const HALF: Amount = { ofWhole: 50, plus: 1 };

type Next = { readonly name: string; readonly actor: Actor; readonly act: Act };

function nextPayment(model: LoanModel, much: Amount): Next {
  const waiting = model.payments.toReversed().findIndex(({ state }) => state === 'pending');
  return waiting < 0
    ? { name: 'pay', actor: 'owner', act: pay(much) }
    : { name: 'approvePayment', actor: 'officer', act: decide('approvePayment', waiting) };
}

/** The first sending fails, the second arrives. */
function nextWithdrawal(model: LoanModel): Next | null {
  switch (model.withdrawals.at(-1)?.state) {
    case 'requested':
      return { name: 'withdrawal sent', actor: 'officer', act: step('sent') };
    case 'sent':
      return model.withdrawals.length === 1
        ? { name: 'withdrawal failed', actor: 'officer', act: step('failed') }
        : { name: 'withdrawal confirmed', actor: 'owner', act: step('confirmed') };
    case 'confirmed':
      return null;
    default:
      return { name: 'withdraw', actor: 'owner', act: withdraw };
  }
}

/** A loan that was sent ends in default where chance says so, and is written off then. */
function nextEnd(model: LoanModel, backer: Actor): Next | null {
  if (model.sent === 0 || model.isWrittenOff || model.pending > 0 || backer !== 'b0') return null;
  return model.defaultedAt === null
    ? { name: 'default', actor: 'officer', act: declareDefault }
    : { name: 'writeOff', actor: 'officer', act: writeOff };
}

/** The next step towards a repaid loan, because chance alone hardly ever gets there. */
export function onward(model: LoanModel, backer: Actor): Next | null {
  if (model.isDeleted) return null;
  switch (model.status) {
    case 1:
      return { name: 'publish', actor: 'owner', act: publish(true) };
    case 2:
    case 3:
      return { name: 'back', actor: backer, act: back(backer === 'b0' ? HALF : WHOLE, false) };
    case 4:
      return model.isApproved
        ? { name: 'release', actor: 'officer', act: staff('releaseFunds') }
        : { name: 'approve', actor: 'officer', act: staff('approveProposal') };
    case 5:
      return (
        (backer === 'b1' && nextWithdrawal(model)) ||
        nextEnd(model, backer) ||
        nextPayment(model, backer === 'b2' ? WHOLE : HALF)
      );
    default:
      return null;
  }
}

/** Events that chance seldom lets meet on one running loan, whatever it went through. */
export const MEETINGS = [
  'forgiving',
  'reversal',
  'new plan',
  'pause',
  'pause undone',
  'release undone',
  'payment',
] as const;

export function meeting(model: LoanModel, what: (typeof MEETINGS)[number]): readonly Next[] {
  if (model.status < 5 || model.isDeleted) return [];
  switch (what) {
    case 'forgiving': {
      if (model.pending > 0) return [nextPayment(model, HALF)];
      const [actor, another] = BACKERS.filter((backer) => model.owed(backer) > 0);
      return actor === undefined || another === undefined ? [] : [{ name: 'forgive', actor, act: forgive }];
    }
    case 'reversal': {
      const newest = model.payments.toReversed().findIndex(({ state }) => state === 'approved');
      return newest < 0 ? [] : [{ name: 'reverse', actor: 'officer', act: reverse(newest, true) }];
    }
    case 'new plan':
      return [
        { name: 'plan', actor: 'officer', act: enterPlan(6, 30) },
        { name: 'accept plan', actor: 'owner', act: answerPlan('accepted') },
      ];
    case 'pause':
      return [{ name: 'pause', actor: 'officer', act: pause(3) }];
    case 'pause undone':
      return [
        { name: 'pause', actor: 'officer', act: pause(1) },
        { name: 'undo pause', actor: 'officer', act: undoPause },
      ];
    case 'release undone': {
      const hasMoved = model.sent > 0 || model.paid > 0 || model.pending > 0 || model.forgiven > 0;
      return hasMoved ? [] : [{ name: 'undoRelease', actor: 'officer', act: undoRelease }];
    }
    default:
      return model.status === 5 ? [nextPayment(model, HALF)] : [];
  }
}

import { type Act, type Amount, back, decide, pay, publish, staff, step, withdraw } from './acts.ts';
import { declareDefault, writeOff } from './end-acts.ts';
import type { LoanModel } from './loan-model.ts';
import type { Actor } from './world-model.ts';

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

import { cents } from '../money.ts';
import { MoneyBook } from './money-book.ts';

/** The books of an institution with the ends that a loan can have besides being repaid. */
export class LoanEndBook extends MoneyBook {
  /** The whole claim of a backer (R30.1). */
  forgive(id: string, user: string): void {
    const amount = this.balance(`claim:${id}:${user}`);
    this.loan(id).forgiven += amount;
    this.post([`claim:${id}:${user}`, `owed:${id}`, amount]);
    this.share(id, { forgiven: { by: user, amountCents: cents(amount) } });
  }
  writeOff(id: string): void {
    const loan = this.loan(id);
    this.share(id, { isWrittenOff: true });
    for (const { backer } of loan.weights) {
      this.post([`claim:${id}:${backer}`, `lost:${id}:${backer}`, this.balance(`claim:${id}:${backer}`)]);
    }
    loan.isWrittenOff = true;
  }
  /** The institution takes a debt of a person over (R20.11). */
  takeDebtOver(user: string): void {
    this.post(['world:house', this.wallet(user), -this.balance(this.wallet(user))]);
  }
}

import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ProposalId, ReceiptId, UserId } from '@sathi/domain/ids.ts';
import type { StoryBook, VectorStep } from '@sathi/domain/test/money-stories.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { relendCredit } from '../features/investments/relend.ts';
import { lapseBackings } from '../features/pay-ins/lapse.service.ts';
import { payWithCredit } from '../features/pay-ins/receiving.repository.ts';
import { proveNow } from './accounts.ts';
import { receiveAtRoi, takeBackAtRoi } from './expected.ts';
import { done, type Loan, type Loans, refusal, useLoans } from './loans.ts';
import { usePayouts } from './payouts.ts';
import { type Person, ROI, type World } from './world.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-22T06:00:00.000Z');
const at = (day: string) => new Date(Date.parse(`${day}T06:00:00.000Z`));

/** The staff who act for ROI in a story, and where its money is. */
export type Office = {
  readonly officers: readonly [Person, Person];
  /** The rows of the institution itself, by the names of the vectors; empty at trust. */
  readonly institution: Readonly<Record<string, UserId>>;
  readonly accountId: string;
};

/** The same stories on the server: by its calls, and for receipts by its use cases. */
export class ServerBook implements StoryBook {
  protected readonly world: World;
  protected readonly loanSteps: Loans;
  readonly #payouts: ReturnType<typeof usePayouts>;
  protected readonly office: Office;
  readonly #people: Map<string, UserId>;
  readonly #tokens = new Map<string, Person>();
  readonly #loans = new Map<string, Loan>();
  readonly #asked = new Map<string, string>();
  readonly #receipts: { user: string; amount: number; id: ReceiptId }[] = [];
  #before = new Map<string, number>();
  #keys = 0;

  constructor(world: World, office: Office) {
    this.world = world;
    this.office = office;
    this.loanSteps = useLoans(world);
    this.#payouts = usePayouts(world);
    this.#people = new Map(Object.entries(office.institution));
  }

  async begin(): Promise<void> {
    this.world.now = new Date(START);
    this.#before = await this.#all();
  }

  protected async person(name: string): Promise<Person> {
    const known = this.#tokens.get(name);
    if (known !== undefined) return known;
    const person = await this.world.newPerson({ firstName: name });
    this.#tokens.set(name, person);
    this.#people.set(name, person.id);
    return person;
  }
  protected loan(id: string): Loan {
    return this.#loans.get(id) as Loan;
  }
  #cause() {
    this.#keys += 1;
    return {
      actorId: null,
      idempotencyKey: `story ${Math.random()} ${this.#keys}`,
      requestHash: 'x',
      at: this.world.now,
    };
  }

  async publish(id: string, owner: string, amount: number): Promise<void> {
    const form = { amount: amount / 100 };
    this.#loans.set(
      id,
      await this.loanSteps.newLoan({ owner: await this.person(owner), officer: this.office.officers[0], form }),
    );
  }
  async back(id: string, user: string, amount: number, wish: { payBy?: CalendarDate; useCredit?: boolean } = {}) {
    const { payBy = '2026-11-29', useCredit = true } = wish;
    this.world.now = new Date(at(payBy).getTime() - 7 * DAY_MS);
    const body = { proposalId: this.loan(id).id, amount: amount / 100, useCredit };
    done(await this.world.call('POST', '/api/borrow/backProposal', { as: await this.person(user), body }));
  }
  async receive(user: string, amount: number): Promise<void> {
    const { id } = await receiveAtRoi(this.world, this.office.officers[0], await this.person(user), amount);
    this.#receipts.push({ user, amount, id });
  }
  async payWithCredit(user: string): Promise<void> {
    const { id: userId } = await this.person(user);
    const payer = { mfiId: ROI as MfiId, userId, amountCents: undefined };
    await transaction(this.world.db, (tx) => payWithCredit(tx, payer, this.#cause()));
  }
  async lapse(): Promise<void> {
    this.world.now = at('2026-12-03');
    expect(await lapseBackings(this.world.db, this.world.outside.now)).toBe(1);
    expect(await lapseBackings(this.world.db, this.world.outside.now)).toBe(0);
  }
  async release(id: string, isAdvanced = false): Promise<boolean> {
    const loan = this.loan(id);
    await this.loanSteps.decide('approveProposal', loan, { as: this.office.officers[0] });
    const answer = await this.loanSteps.decide('releaseFunds', loan, {
      as: this.office.officers[1],
      body: { advance: isAdvanced },
    });
    if (answer.status < 300) return true;
    expect(refusal(answer)).toBe('409 unpaid_backings');
    return false;
  }
  async send(id: string): Promise<void> {
    const { id: withdrawalId } = done(await this.loanSteps.withdraw(this.loan(id)));
    done(
      await this.loanSteps.moveWithdrawal(withdrawalId, this.office.officers[1], {
        state: 'sent',
        reference: 'Slip 7',
      }),
    );
  }
  async close(id: string): Promise<void> {
    done(await this.loanSteps.decide('returnProposal', this.loan(id)));
  }
  async pay(id: string, amount: number): Promise<void> {
    await this.loanSteps.repay(this.loan(id), amount / 100);
  }
  async reverse(id: string, amount: number): Promise<void> {
    const { id: proposalId, owner } = this.loan(id);
    const payments = await this.world.call('GET', `/api/borrow/proposalPayments?proposalId=${proposalId}`, {
      as: owner,
    });
    const paid = done(payments).find(
      (one: { amount: number; state: string }) => one.amount === amount / 100 && one.state === 'approved',
    );
    const path = `/api/borrow/reversePayment?proposalId=${proposalId}&id=${paid.id}`;
    done(await this.world.call('PATCH', path, { as: this.office.officers[1], body: { reason: 'Bounced' } }));
  }
  async post(...movements: ReadonlyArray<readonly [from: string, to: string, amount: number]>): Promise<void> {
    for (const [from, to, amount] of movements) {
      const [kind, user] = from.split(':') as [string, string];
      if (kind === 'wallet') await this.#ask(user, amount);
      if (to.startsWith('world'))
        await this.#moveOut(user, {
          state: 'sent',
          accountId: this.office.accountId,
          bankReference: 'TX',
          sentOn: '2026-01-31',
        });
      if (kind === 'world') await this.#moveOut(user, { state: 'failed', reason: 'Wrong account' });
    }
  }
  async #ask(user: string, amount: number): Promise<void> {
    const me = await this.person(user);
    const payoutAccountId = await this.#payouts.keep(me);
    this.world.now = new Date(this.world.now.getTime() + DAY_MS);
    const id = await this.#payouts.waiting({ me, payoutAccountId }, amount / 100);
    this.#asked.set(user, id);
  }
  async #moveOut(user: string, body: object): Promise<void> {
    await proveNow(this.world, this.office.officers[1]);
    done(await this.#payouts.step(this.office.officers[1], this.#asked.get(user) as string, body));
  }
  async bounce(user: string, amount: number): Promise<void> {
    const index = this.#receipts.findLastIndex((one) => one.user === user && one.amount === amount);
    const [taken] = this.#receipts.splice(index, 1);
    const id = taken?.id as ReceiptId;
    await takeBackAtRoi(this.world, this.office.officers[1], await this.person(user), id);
  }
  async give(user: string, amount: number): Promise<void> {
    const as = await this.person(user);
    await proveNow(this.world, as);
    done(await this.world.call('POST', '/api/money/gifts', { as, body: { mfiId: '3', amount: amount / 100 } }));
  }
  async lendGift(id: string, amount: number): Promise<void> {
    const body = { proposalId: this.loan(id).id, amount: amount / 100 };
    done(await this.world.call('POST', '/api/mfi/backWithGift?mfiId=3', { as: this.office.officers[1], body }));
  }
  async relend(user: string, perLoan: number): Promise<void> {
    for (const loan of this.#loans.values())
      await this.loanSteps.decide('approveProposal', loan, { as: this.office.officers[0] });
    const as = await this.person(user);
    done(
      await this.world.call('PUT', '/api/money/relend', {
        as,
        body: [{ mfiId: '3', on: true, perLoan: perLoan / 100 }],
      }),
    );
    this.world.now = new Date(this.world.now.getTime() + DAY_MS);
    expect(await relendCredit(this.world.outside)).toBe(1);
    expect(await relendCredit(this.world.outside)).toBe(0);
  }
  async draw(amount: number): Promise<void> {
    const body = { amount: amount / 100, accountId: this.office.accountId, reference: 'TRX81' };
    done(await this.world.call('POST', '/api/mfi/ownMoney?mfiId=3', { as: this.office.officers[0], body }));
  }
  async balance(account: string): Promise<number> {
    return (await this.state()).balances[account] ?? 0;
  }

  /** The state in the vectors' words: the accounts of these people and loans that changed, and the loans' figures. */
  async state(): Promise<VectorStep> {
    const now = await this.#all();
    const balances = new Map<string, number>();
    for (const [account, amount] of now) {
      const changed = amount - (this.#before.get(account) ?? 0);
      if (changed !== 0) balances.set(account, changed);
    }
    const proposals: Record<string, object> = {};
    for (const [id, loan] of this.#loans) {
      const row = await this.world.db
        .selectFrom('proposals')
        .select(['status', 'backedCents', 'unpaidCents', 'fundedCents', 'repaidCents', 'forgivenCents', 'writtenOffAt'])
        .where('id', '=', Number(loan.id) as ProposalId)
        .executeTakeFirstOrThrow();
      const { status, backedCents: backed, unpaidCents: unpaid, fundedCents: funded, repaidCents: repaid } = row;
      const ended = {
        ...(row.forgivenCents > 0 && { forgiven: row.forgivenCents }),
        ...(row.writtenOffAt && { writtenOff: true }),
      };
      proposals[id] = { status, backed, unpaid, funded, repaid, ...ended };
    }
    return { balances: Object.fromEntries(balances), proposals };
  }
  async #all(): Promise<Map<string, number>> {
    const people = new Map([...this.#people].map(([name, id]) => [id as number, name]));
    const ids = new Map([...this.#loans].map(([id, loan]) => [Number(loan.id), id]));
    const { rows } = await sql<{
      kind: string;
      user: number | null;
      loan: number | null;
      mfi: number | null;
      cents: number;
    }>`
      select kind, user_id as "user", proposal_id as loan, mfi_id as mfi, balance_cents as cents from accounts
      where coalesce(user_id, 0) = any (${[0, ...people.keys()]}::bigint[])
        and coalesce(proposal_id, 0) = any (${[0, ...ids.keys()]}::bigint[])`.execute(this.world.db);
    const named = rows.map(({ kind, user, loan, mfi, cents: amount }) => {
      const parts = [kind, loan && ids.get(loan), user && people.get(user), mfi && 'm'];
      return [parts.filter(Boolean).join(':'), amount] as const;
    });
    return new Map(named);
  }
}

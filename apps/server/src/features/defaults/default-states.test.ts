import { beforeAll, describe, expect, test } from 'vitest';
import { proveNow } from '../../test/accounts.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { type Answer, DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { lookForDefaults } from './defaults.jobs.ts';

const world = useWorld();
const { newLoan, repay, withdraw, moveWithdrawal } = useLoans(world);

const ACTS = ['declare', 'put off', 'enter', 'confirm', 'forgive'] as const;
type Act = (typeof ACTS)[number];
type Who = 'owner' | 'backer' | 'first' | 'second' | 'elsewhere';

let office: { readonly first: Person; readonly second: Person; readonly elsewhere: Person };
beforeAll(async () => {
  office = {
    first: await world.newPerson({ staffOf: [ROI] }),
    second: await world.newPerson({ staffOf: [ROI] }),
    elsewhere: await world.newPerson({ staffOf: [DCBS] }),
  };
});

const personOf = (loan: Loan, who: Who): Person =>
  who === 'owner' ? loan.owner : who === 'backer' ? (loan.backers[0] as Person) : office[who];
const onDay = (day: string) => {
  world.now = new Date(`${day}T06:30:00.000Z`);
};

async function perform(loan: Loan, act: Act, who: Who): Promise<Answer> {
  const as = personOf(loan, who);
  const query = `proposalId=${loan.id}`;
  const reason = 'The family has moved away.';
  switch (act) {
    case 'declare':
      return world.call('POST', `/api/mfi/default?${query}`, { as, body: { reason, cause: 'borrower' } });
    case 'put off':
      return world.call('POST', `/api/mfi/default?${query}`, { as, body: { reason, later: true } });
    case 'enter':
      return world.call('POST', `/api/mfi/writeOff?${query}`, { as, body: { reason } });
    case 'confirm':
      return world.call('PATCH', `/api/mfi/writeOff?${query}`, { as, body: { state: 'approved' } });
    case 'forgive':
      await proveNow(world, as);
      return world.call('POST', '/api/borrow/forgive', { as, body: { proposalId: loan.id } });
  }
}
const must = async (loan: Loan, act: Act, who: Who) => done(await perform(loan, act, who));

/** A loan of $100 in each state, by the steps that lead there. */
const STATES = {
  async running() {
    world.now = NOW;
    const loan = await newLoan({ status: 5, officer: office.first, backings: [60, 40] });
    const { id } = done(await withdraw(loan));
    done(await moveWithdrawal(id, office.first, { state: 'sent', reference: 'B-77' }));
    return loan;
  },
  async 'in doubt'() {
    const loan = await STATES.running();
    onDay('2026-08-31');
    await lookForDefaults(world.outside);
    return loan;
  },
  async 'put off twice'() {
    const loan = await STATES['in doubt']();
    await must(loan, 'put off', 'first');
    await must(loan, 'put off', 'second');
    return loan;
  },
  async 'in default'() {
    const loan = await STATES['in doubt']();
    await must(loan, 'declare', 'first');
    return loan;
  },
  async 'in default for a month'() {
    const loan = await STATES['in default']();
    onDay('2026-09-30');
    return loan;
  },
  async 'to be written off'() {
    const loan = await STATES['in default for a month']();
    await must(loan, 'enter', 'first');
    return loan;
  },
  async 'written off'() {
    const loan = await STATES['to be written off']();
    await must(loan, 'confirm', 'second');
    return loan;
  },
  async 'repaid after a default'() {
    const loan = await STATES['in default for a month']();
    await repay(loan, 100);
    return loan;
  },
};

/** The status codes of the acts, in their order: of both staff; of the second where it differs; and of the backer who forgives. */
const TABLE: Record<keyof typeof STATES, { first: string; second?: string; backer: string }> = {
  running: { first: '409 409 409 409', backer: '201' },
  'in doubt': { first: '200 200 409 409', backer: '201' },
  'put off twice': { first: '200 409 409 409', backer: '201' },
  'in default': { first: '409 409 409 409', backer: '201' },
  'in default for a month': { first: '409 409 201 409', backer: '201' },
  'to be written off': { first: '409 409 409 403', second: '409 409 409 200', backer: '201' },
  'written off': { first: '409 409 409 403', second: '409 409 409 409', backer: '409' },
  'repaid after a default': { first: '409 409 409 409', backer: '409' },
};

describe('R29.1, R29.3, R30.1: each act of each person on a loan in each state', () => {
  test.each(Object.keys(TABLE) as (keyof typeof STATES)[])('%s', async (state) => {
    const { first, second = first, backer } = TABLE[state];
    const staff = (codes: string) => [...codes.split(' '), '403'];
    const nobody = ['403', '403', '403', '403'];
    const rows: Record<Who, readonly string[]> = {
      owner: [...nobody, '403'],
      backer: [...nobody, backer],
      first: staff(first),
      second: staff(second),
      elsewhere: [...nobody, '403'],
    };
    // A refusal changes nothing, so one loan hears them all; each success has a loan of its own.
    const refusing = await STATES[state]();
    for (const [who, codes] of Object.entries(rows) as [Who, readonly string[]][]) {
      for (const [index, act] of ACTS.entries()) {
        const isRefused = Number(codes[index]) >= 400;
        const { status } = await perform(isRefused ? refusing : await STATES[state](), act, who);
        expect(`${who} ${act} ${status}`).toBe(`${who} ${act} ${codes[index]}`);
      }
    }
  });
});

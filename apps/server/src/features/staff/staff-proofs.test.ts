import { ENDPOINTS } from '@sathi/contract/all.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newPhone, proveNow } from '../../test/accounts.ts';
import { expectMoney, payInAccount } from '../../test/expected.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { lookForDefaults } from '../defaults/defaults.jobs.ts';
import { usePayouts } from '../../test/payouts.ts';
import { type Answer, DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, repay, withdraw, moveWithdrawal } = useLoans(world);
const { rich, waiting, step } = usePayouts(world);

/** Calls that ask everybody for a proof; the tests of their features show it. */
const OF_EVERYBODY = [
  'addFactor',
  'addPayoutAccount',
  'askPayout',
  'beginFactor',
  'closeAccount',
  'forgive',
  'giveCredit',
  'makeExport',
  'newRecoveryCodes',
  'removeFactor',
  'requestWithdrawal',
  'updateUser',
];

let first: Person;
let second: Person;
beforeAll(async () => {
  [first, second] = [await world.newPerson({ staffOf: [DCBS, ROI] }), await world.newPerson({ staffOf: [DCBS, ROI] })];
  await world.db.updateTable('mfis').set({ localCurrency: 'BDT' }).where('id', '=', DCBS).execute();
  await expectMoney(world, ROI);
});
beforeEach(() => {
  world.now = NOW;
});

/** A request that is right in everything, made by one of the two. */
type Asked = { readonly as: Person; readonly send: () => Promise<Answer> };
const asked = (as: Person, method: string, url: string, body?: object): Asked => ({
  as,
  send: () => world.call(method, url, { as, ...(body && { body }) }),
});
const APPROVED = { state: 'approved' };

const RATES = '/api/mfi/rates?mfiId=1';
const RATE = { currency: 'BDT', perUsd: '122.35', source: 'Bangladesh Bank', reason: 'As announced' };
const rate = (validFrom: string) => ({ ...RATE, validFrom });
const ACCOUNTS = '/api/mfi/accounts?mfiId=1';
const ACCOUNT = { kind: 'bank', currency: 'BDT', label: 'Bank', holder: 'DCBS', number: '1', forPayOut: true };
const STAFF = '/api/mfi/staff?mfiId=1';
const FREEZES = '/api/mfi/freezes?mfiId=1';
const PHONES = '/api/mfi/phoneChanges?mfiId=1';
const BATCHES = '/api/mfi/batches?mfiId=1';

/** Posts an entry by the first of the two, without a second factor. @returns the id in its answer */
async function entered(url: string, body: object): Promise<string> {
  return done(await world.call('POST', url, { as: first, body })).id;
}

const stop = async () => {
  const { id } = await newLoan({ mfiId: DCBS });
  return { kind: 'proposal', id, reason: 'We are looking into it.' };
};
const lostPhone = async () => {
  const { owner } = await newLoan({ status: 5, mfiId: DCBS, officer: first });
  return { oldPhone: owner.phone, newPhone: newPhone(), idSeen: true, reason: 'Stolen.' };
};
const request = async () => {
  const loan = await newLoan({ status: 5, mfiId: DCBS, officer: first });
  return String(done(await withdraw(loan)).id);
};
async function batch(isApproved: boolean): Promise<{ id: string; requestId: string }> {
  const accountId = await payInAccount(world, first, { mfiId: DCBS, forPayOut: true });
  const requestId = await request();
  const id = await entered(BATCHES, { accountId, items: [{ kind: 'withdrawal', id: requestId }] });
  if (isApproved) done(await world.call('PATCH', `${BATCHES}&id=${id}`, { as: second, body: APPROVED }));
  return { id, requestId };
}

/** Money of ROI's own that came home: the first approved a loan, and the second released it with an advance. */
async function ownMoney(): Promise<Asked> {
  const loan = await newLoan({ officer: first, form: { amount: 10 } });
  done(await back(loan, await world.newPerson(), 10));
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan, { as: second, body: { advance: true } }));
  await repay(loan, 10);
  const body = { amount: 5, accountId: await payInAccount(world, first), reference: 'TRX 9' };
  return asked(first, 'POST', '/api/mfi/ownMoney?mfiId=3', body);
}

/** A loan that is in default for a month. */
async function inDefault(): Promise<string> {
  const loan = await newLoan({ status: 5, mfiId: DCBS, officer: first });
  done(await moveWithdrawal(done(await withdraw(loan)).id, first, { state: 'sent', reference: 'TRX-1' }));
  world.now = new Date('2026-08-31T06:30:00.000Z');
  await lookForDefaults(world.outside);
  const body = { reason: 'The family has moved away.', cause: 'borrower' };
  done(await world.call('POST', `/api/mfi/default?proposalId=${loan.id}`, { as: first, body }));
  world.now = new Date('2026-10-31T06:30:00.000Z');
  return `/api/mfi/writeOff?proposalId=${loan.id}`;
}
const WRITE_OFF = { reason: 'Nothing has come for a year.' };

async function payoutSent(): Promise<Asked> {
  const id = await waiting(await rich(first, 2500), 15);
  const accountId = await payInAccount(world, first, { forPayOut: true });
  return {
    as: second,
    send: () => step(second, id, { state: 'sent', accountId, bankReference: 'TX-9', sentOn: '2026-02-11' }),
  };
}

const REQUESTS: Readonly<Record<string, () => Promise<Asked>>> = {
  enterRate: async () => asked(first, 'POST', RATES, rate('2026-01-20')),
  decideRate: async () => asked(second, 'PATCH', `${RATES}&id=${await entered(RATES, rate('2026-01-21'))}`, APPROVED),
  enterMoneyAccount: async () => asked(first, 'POST', ACCOUNTS, ACCOUNT),
  changeMoneyAccount: async () =>
    asked(first, 'PATCH', `${ACCOUNTS}&id=${await entered(ACCOUNTS, ACCOUNT)}`, { number: '2', holder: 'DCBS' }),
  confirmMoneyAccount: async () =>
    asked(second, 'POST', `/api/mfi/accounts/confirm?mfiId=1&id=${await entered(ACCOUNTS, ACCOUNT)}`),
  changeMoneySettings: async () => asked(first, 'PATCH', '/api/mfi/moneySettings?mfiId=1', { payDays: 9 }),
  drawOwnMoney: ownMoney,
  exportWholeMfi: async () => asked(first, 'GET', '/api/mfi/export.zip?mfiId=1'),
  enterStaff: async () => {
    const { phone } = await world.newPerson();
    return asked(first, 'POST', STAFF, { name: 'Nur Alam', role: 'officer', phone });
  },
  changeStaff: async () => {
    const { phone } = await world.newPerson();
    const id = await entered(STAFF, { name: 'Nur Alam', role: 'officer', phone });
    return asked(second, 'PATCH', `${STAFF}&id=${id}`, APPROVED);
  },
  removeStaff: async () => {
    const { phone } = await world.newPerson({ staffOf: [DCBS], role: 'officer' });
    const members = done(await world.call('GET', STAFF, { as: first })) as { id: string; phone: string }[];
    return asked(first, 'DELETE', `${STAFF}&id=${members.find((member) => member.phone === phone)?.id}`);
  },
  enterFreeze: async () => asked(first, 'POST', FREEZES, await stop()),
  enterUnfreeze: async () => asked(first, 'DELETE', `${FREEZES}&id=${await entered(FREEZES, await stop())}`),
  confirmUnfreeze: async () => {
    const id = await entered(FREEZES, await stop());
    done(await world.call('DELETE', `${FREEZES}&id=${id}`, { as: first }));
    return asked(second, 'PATCH', `${FREEZES}&id=${id}`, APPROVED);
  },
  enterPhoneChange: async () => asked(first, 'POST', PHONES, await lostPhone()),
  approvePhoneChange: async () =>
    asked(second, 'PATCH', `${PHONES}&id=${await entered(PHONES, await lostPhone())}`, APPROVED),
  updateWithdrawal: async () => {
    const id = await request();
    return { as: second, send: () => moveWithdrawal(id, second, { state: 'sent', reference: 'TRX-1' }) };
  },
  updatePayout: payoutSent,
  enterWriteOff: async () => asked(first, 'POST', await inDefault(), WRITE_OFF),
  confirmWriteOff: async () => {
    const url = await inDefault();
    done(await world.call('POST', url, { as: first, body: WRITE_OFF }));
    return asked(second, 'PATCH', url, APPROVED);
  },
  showPayout: async () => {
    const body = { kind: 'withdrawal', id: await request(), reason: 'To fill in the form' };
    return asked(second, 'POST', '/api/mfi/payouts/show?mfiId=1', body);
  },
  changeBatch: async () => asked(second, 'PATCH', `${BATCHES}&id=${(await batch(false)).id}`, APPROVED),
  readBatchFile: async () =>
    asked(second, 'GET', `/api/mfi/batches/file?mfiId=1&format=csv&id=${(await batch(true)).id}`),
};

/** Puts a person in the state after an app was set up and before the first proof of the session. */
async function withUnprovenFactor({ subject }: Person): Promise<void> {
  const factor = { subject, kind: 'totp', name: 'Phone', sealedSecret: 'x', createdAt: world.now } as const;
  await world.db.insertInto('secondFactors').values(factor).execute();
  await world.db.updateTable('sessions').set({ provenAt: null }).where('subject', '=', subject).execute();
}

/** The answer before a fresh proof, and the one after it. */
async function answersTo({ as, send }: Asked): Promise<string[]> {
  await withUnprovenFactor(as);
  const before = await send();
  await proveNow(world, as);
  const after = await send();
  await world.db.deleteFrom('secondFactors').where('subject', '=', as.subject).execute();
  return [`${refusal(before)} ${before.body.methods}`, after.status < 300 ? 'done' : refusal(after)];
}
const PROOF_FIRST = ['403 step_up_required totp', 'done'];

test.each(Object.entries(REQUESTS))(
  '%s by staff with a second factor does nothing before a fresh proof (R34.2)',
  async (_, prepare) => {
    expect(await answersTo(await prepare())).toEqual(PROOF_FIRST);
  },
);

test('a request of a batch is not said to be sent before a fresh proof (R34.2)', async () => {
  const { id, requestId } = await batch(true);
  const sent = [{ kind: 'withdrawal', id: requestId, bankReference: 'TX-1' }];
  expect(await answersTo(asked(second, 'PATCH', `${BATCHES}&id=${id}`, { sent }))).toEqual(PROOF_FIRST);
});

test('a file of a batch that nobody may send is refused before a proof is asked for, and shows no number before it (R25.1, R34.2)', async () => {
  const { id, requestId } = await batch(true);
  const fileOf = () => world.call('GET', `/api/mfi/batches/file?mfiId=1&format=csv&id=${id}`, { as: second });
  const numbers = () =>
    world.db
      .selectFrom('payoutShows')
      .select('id')
      .where('withdrawalId', '=', Number(requestId) as never)
      .execute();
  await withUnprovenFactor(second);
  expect(refusal(await fileOf())).toBe('403 step_up_required');
  expect(await numbers()).toEqual([]);
  const { ownerId } = await world.db
    .selectFrom('withdrawals')
    .innerJoin('proposals', 'proposals.id', 'withdrawals.proposalId')
    .select('proposals.ownerId')
    .where('withdrawals.id', '=', Number(requestId) as never)
    .executeTakeFirstOrThrow();
  await world.db.insertInto('payoutStops').values({ userId: ownerId, stoppedAt: world.now }).execute();
  expect(refusal(await fileOf())).toBe('409 payouts_stopped');
  await world.db.deleteFrom('secondFactors').where('subject', '=', second.subject).execute();
});

test('every call that the document says may ask for a proof is tried here, or asks everybody (R34.2)', () => {
  const named = ENDPOINTS.filter(({ refuses }) => refuses.includes('step_up_required')).map(({ name }) => name);
  expect(named.toSorted()).toEqual([...Object.keys(REQUESTS), ...OF_EVERYBODY].toSorted());
});

import { beforeEach, describe, expect, test } from 'vitest';
import {
  bearer,
  codeFor,
  newPhone,
  PASSWORD,
  profileOf,
  provenPerson,
  registered,
  runJobs,
  signIn,
  signUp,
} from '../../test/accounts.ts';
import { done, refusal } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { deleteOutdated } from '../retention/retention.jobs.ts';
import { tellOfImports } from './imports.jobs.ts';

const world = useWorld();
const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'seven blue boats';

let officer: Person;
beforeEach(async () => {
  world.now = NOW;
  officer = await world.newPerson({ staffOf: [ROI] });
});

const HEADER = 'phone,first_name,last_name,language,title,description,amount_usd,months_to_repay,needed_on,place';
const personLine = (phone: string, name = 'Asha') => `${phone},${name},Begum,be`;
const draftLine = (phone: string, title = 'Two goats') =>
  `${phone},Asha,Begum,be,${title},Milk for the market.,100,12,2026-05-31,Gosaba`;
const sheet = (...lines: string[]) => [HEADER, ...lines].join('\n');

const bring = (text: string, { as = officer, mfi = ROI } = {}) =>
  world.call('POST', `/api/mfi/imports?mfiId=${mfi}`, { as, body: { name: 'gosaba.csv', text } });
const check = (text: string, as = officer) =>
  world.call('POST', `/api/mfi/imports/check?mfiId=${ROI}`, { as, body: { text } });
const undo = (id: string, as = officer) => world.call('DELETE', `/api/mfi/imports?mfiId=${ROI}&id=${id}`, { as });
const imports = (as = officer) => world.call('GET', `/api/mfi/imports?mfiId=${ROI}`, { as });
const lines = async (id: string) =>
  done(await world.call('GET', `/api/mfi/imports/lines?mfiId=${ROI}&id=${id}`, { as: officer }));
const statesOf = async (id: string) => (await lines(id)).map(({ state }: { state: string }) => state);
const offers = (as: Person) => world.call('GET', '/api/borrow/offers', { as });
const answer = (as: Person, id: string, state: 'taken' | 'declined') =>
  world.call('PATCH', '/api/borrow/offers', { as, body: { id, state } });
const forgot = (username: string) => world.call('POST', '/api/identity/forgot-password', { body: { username } });
const after = (hours: number) => {
  world.now = new Date(NOW.getTime() + hours * HOUR_MS);
};
const smsTo = (phone: string) => world.sent.filter(({ to, channel }) => to === phone && channel === 'sms');

/** Claims the account that staff wrote down for a phone. */
async function claim(phone: string): Promise<Person> {
  await forgot(phone);
  const body = { username: phone, code: await codeFor(world, phone), newPassword: NEW_PASSWORD };
  expect((await world.call('POST', '/api/identity/confirm-forgot-password', { body })).status).toBe(200);
  const { token, answer: signedIn } = await signIn(world, phone, NEW_PASSWORD);
  const { id, username } = signedIn.body.data.user;
  return { id: Number(id) as Person['id'], subject: username, phone, token };
}

describe('R31.5: staff bring people and draft proposals along', () => {
  test('lines without a problem wait for their people, and the others stay out', async () => {
    const [first, second] = [newPhone(), newPhone()];
    const text = sheet(draftLine(first), personLine(second), draftLine('01712345678'));
    expect(done(await check(text)).lines).toEqual([
      { row: 2, phone: first, name: 'Asha Begum', title: 'Two goats', problems: [] },
      { row: 3, phone: second, name: 'Asha Begum', title: null, problems: [] },
      {
        row: 4,
        phone: '01712345678',
        name: 'Asha Begum',
        title: 'Two goats',
        problems: [{ column: 'phone', message: 'Write the phone with its country code, such as +880 or +91.' }],
      },
    ]);
    const made = done(await bring(text));
    expect(made).toMatchObject({ name: 'gosaba.csv', linesCount: 2, draftsCount: 1, claimedCount: 0, canUndo: true });
    expect(await lines(made.id)).toMatchObject([
      { row: 2, phone: first, name: 'Asha Begum', title: 'Two goats', state: 'waiting' },
      { row: 3, phone: second, name: 'Asha Begum', title: null, state: 'waiting' },
    ]);
  });

  test('a dry run changes nothing', async () => {
    done(await check(sheet(personLine(newPhone()))));
    expect(done(await imports()).filter(({ name }: { name: string }) => name === 'dry.csv')).toEqual([]);
    expect(await world.db.selectFrom('imports').select('id').where('enteredBy', '=', officer.id).execute()).toEqual([]);
  });

  test('a line reads alike for who has an account and who has none', async () => {
    const [member, stranger] = [await registered(world), newPhone()];
    const { lines: read } = done(await check(sheet(draftLine(member.phone), draftLine(stranger))));
    expect({ ...read[0], row: 0, phone: '' }).toEqual({ ...read[1], row: 0, phone: '' });
    const { id } = done(await bring(sheet(draftLine(member.phone), draftLine(stranger))));
    expect(await statesOf(id)).toEqual(['waiting', 'waiting']);
  });

  test('a sheet of wrong lines alone is refused, and staff of another institution see nothing of it', async () => {
    expect(refusal(await bring(sheet(personLine('12'))))).toBe('422 nobody_to_import');
    const { id } = done(await bring(sheet(personLine(newPhone()))));
    const other = await world.newPerson({ staffOf: [DCBS] });
    expect(refusal(await imports(other))).toBe('403 not_permitted');
    const asOther = `mfiId=${DCBS}&id=${id}`;
    for (const path of ['/lines', '']) {
      const method = path === '' ? 'DELETE' : 'GET';
      expect(refusal(await world.call(method, `/api/mfi/imports${path}?${asOther}`, { as: other }))).toBe(
        '404 not_found',
      );
    }
  });

  test('a phone waits once at an institution, and may wait at another', async () => {
    const phone = newPhone();
    done(await bring(sheet(draftLine(phone))));
    const again = done(await check(sheet(draftLine(phone)))).lines[0];
    expect(again.problems).toMatchObject([{ column: 'phone' }]);
    const other = await world.newPerson({ staffOf: [DCBS] });
    expect(done(await bring(sheet(draftLine(phone)), { as: other, mfi: DCBS }))).toMatchObject({ linesCount: 1 });
  });

  test('two imports of the same phone at once let one of them in', async () => {
    const text = sheet(draftLine(newPhone()));
    const answers = await Promise.all([bring(text), bring(text)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    // The other finds the phone waiting, or is stopped by the database.
    expect(answers.find(({ status }) => status !== 201)?.body.code).toMatch(/^(nobody_to_import|conflict)$/);
  });

  test('the imports and the people of one come in pages, as every list does', async () => {
    const older = done(await bring(sheet(personLine(newPhone()), personLine(newPhone()), personLine(newPhone())))).id;
    const newer = done(await bring(sheet(personLine(newPhone())))).id;
    const page = async (path: string) => (await world.call('GET', `/api/mfi/imports${path}`, { as: officer })).body;
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const first = await page(`?mfiId=${ROI}&limit=1`);
    expect(idsOf(first)).toEqual([newer]);
    expect(idsOf(await page(`?mfiId=${ROI}&limit=1&cursor=${first.nextCursor}`))).toEqual([older]);
    const people = await page(`/lines?mfiId=${ROI}&id=${older}&limit=2`);
    const rest = await page(`/lines?mfiId=${ROI}&id=${older}&limit=2&cursor=${people.nextCursor}`);
    expect([...people.data, ...rest.data]).toEqual(await lines(older));
    expect([people.data.length, rest.nextCursor]).toEqual([2, null]);
  });

  test('a sheet of a thousand people is taken in one call', async () => {
    const story = 'x'.repeat(256);
    const many = Array.from({ length: 1000 }, () => draftLine(newPhone()).replace('Milk for the market.', story));
    expect(done(await bring(sheet(...many)))).toMatchObject({ linesCount: 1000, draftsCount: 1000 });
  });

  test('the audit log has the import and its undoing', async () => {
    const { id } = done(await bring(sheet(personLine(newPhone()))));
    done(await undo(id));
    const rows = await world.db
      .selectFrom('auditLog')
      .select(['action', 'details'])
      .where('actorId', '=', officer.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['importPeople', 'undoImport']);
    expect(rows.map(({ details }) => details).join()).not.toContain('Asha');
  });
});

describe('R31.5: people claim their account by a code to their phone', () => {
  test('the account has the names and the language that staff wrote, and the draft waits for its answer', async () => {
    const phone = newPhone();
    const { id } = done(await bring(sheet(draftLine(phone))));
    const person = await claim(phone);
    const me = done(await world.call('GET', '/api/auth/', bearer(person.token)));
    expect(me).toMatchObject({ firstName: 'Asha', lastName: 'Begum', language: 'be', phone, isEmailOfOffice: true });
    expect(await statesOf(id)).toEqual(['came']);
    const [offer] = done(await offers(person));
    expect(offer).toMatchObject({
      mfiName: 'ROI',
      title: 'Two goats',
      amount: 100,
      monthsToRepay: 12,
      place: 'Gosaba',
    });
    const { proposalId } = done(await answer(person, offer.id, 'taken'));
    const draft = done(await world.call('GET', `/api/borrow/findOne?id=${proposalId}`, { as: person }));
    expect(draft).toMatchObject({ status: 1, title: 'Two goats', amount: 100, startDate: '2026-05-31' });
    expect(await statesOf(id)).toEqual(['came']);
    expect(done(await offers(person))).toEqual([]);
    const publishing = { as: person, body: { id: proposalId, status: 2 } };
    expect((await world.call('PATCH', '/api/borrow/update', publishing)).status).toBe(200);
  });

  test('the code of another phone, and a phone that nobody wrote down, claim nothing', async () => {
    const [phone, stranger] = [newPhone(), newPhone()];
    done(await bring(sheet(personLine(phone))));
    expect((await forgot(stranger)).status).toBe(200);
    await runJobs(world);
    expect(smsTo(stranger)).toEqual([]);
    await forgot(phone);
    const body = { username: stranger, code: await codeFor(world, phone), newPassword: NEW_PASSWORD };
    expect(refusal(await world.call('POST', '/api/identity/confirm-forgot-password', { body }))).toBe(
      '422 code_mismatch',
    );
  });

  test('a sign-up that a stranger began with the phone gets no part in the account', async () => {
    const phone = newPhone();
    const stranger = await signUp(world, phone, `stranger${phone.slice(1)}@example.org`);
    await world.call('POST', '/api/users', { body: { ...profileOf(stranger), firstName: 'Somebody' } });
    await runJobs(world);
    done(await bring(sheet(draftLine(phone))));
    const person = await claim(phone);
    expect(person.subject).not.toBe(stranger.subject);
    const me = done(await world.call('GET', '/api/auth/', bearer(person.token)));
    expect(me).toMatchObject({ firstName: 'Asha', isEmailOfOffice: true });
    expect(done(await offers(person))).toHaveLength(1);
    const { body } = await world.call('POST', '/api/identity/sign-in', {
      body: { username: phone, password: PASSWORD },
    });
    expect(body.code).toBe('not_authorized');
  });

  test('of two institutions the one that told its person first gives the names, and the other one can still undo', async () => {
    const phone = newPhone();
    const first = done(await bring(sheet(draftLine(phone)))).id;
    after(30);
    await tellOfImports(world.outside);
    const other = await world.newPerson({ staffOf: [DCBS] });
    const text = sheet(draftLine(phone).replace('Asha', 'Wrong'));
    const second = done(await bring(text, { as: other, mfi: DCBS })).id;
    const person = await claim(phone);
    expect(done(await world.call('GET', '/api/auth/', bearer(person.token)))).toMatchObject({ firstName: 'Asha' });
    expect(await statesOf(first)).toEqual(['came']);
    expect(done(await offers(person))).toHaveLength(2);
    const undone = await world.call('DELETE', `/api/mfi/imports?mfiId=${DCBS}&id=${second}`, { as: other });
    expect(undone.status).toBe(200);
    expect(done(await offers(person))).toHaveLength(1);
  });

  test('a claimed draft stays with the account when its phone changes', async () => {
    const phone = newPhone();
    done(await bring(sheet(draftLine(phone))));
    const person = await claim(phone);
    const other = newPhone();
    await world.db.updateTable('identities').set({ phone: other }).where('subject', '=', person.subject).execute();
    await world.db.updateTable('users').set({ phone: other }).where('id', '=', person.id).execute();
    expect(done(await offers(person))).toHaveLength(1);
    const { id, subject } = await registered(world, phone);
    const { token } = await signIn(world, phone);
    expect(done(await offers({ id: Number(id) as Person['id'], subject, phone, token }))).toEqual([]);
  });

  test('an undone import claims nothing, also for who has the code already', async () => {
    const phone = newPhone();
    const { id } = done(await bring(sheet(personLine(phone))));
    await forgot(phone);
    const code = await codeFor(world, phone);
    done(await undo(id));
    const body = { username: phone, code, newPassword: NEW_PASSWORD };
    expect(refusal(await world.call('POST', '/api/identity/confirm-forgot-password', { body }))).toBe(
      '422 code_expired',
    );
  });

  test('a person who signs up by themselves finds the draft too', async () => {
    const phone = newPhone();
    done(await bring(sheet(draftLine(phone))));
    const { id, subject } = await registered(world, phone);
    const { token } = await signIn(world, phone);
    const person = { id: Number(id) as Person['id'], subject, phone, token };
    expect(done(await offers(person))).toMatchObject([{ title: 'Two goats' }]);
  });

  test('a code that came by e-mail gives no right to what waits for the phone (R33.2)', async () => {
    const phone = newPhone();
    done(await bring(sheet(draftLine(phone))));
    const { id, subject } = await registered(world, phone);
    await world.db.updateTable('identities').set({ phoneByEmail: true }).where('subject', '=', subject).execute();
    const { token } = await signIn(world, phone);
    expect(done(await offers({ id: Number(id) as Person['id'], subject, phone, token }))).toEqual([]);
  });
});

describe('R31.5: an owner of an account is offered the draft', () => {
  test('and may not want it', async () => {
    const owner = await world.newPerson();
    const { id } = done(await bring(sheet(draftLine(owner.phone))));
    const [offer] = done(await offers(owner));
    expect(done(await answer(owner, offer.id, 'declined'))).toMatchObject({ state: 'declined', proposalId: null });
    expect(await statesOf(id)).toEqual(['came']);
    expect(refusal(await answer(owner, offer.id, 'taken'))).toBe('404 not_found');
  });

  test('a draft is taken by nobody else, and taken twice at once it is one', async () => {
    const owner = await world.newPerson();
    done(await bring(sheet(draftLine(owner.phone))));
    const [offer] = done(await offers(owner));
    expect(refusal(await answer(await world.newPerson(), offer.id, 'taken'))).toBe('404 not_found');
    expect(refusal(await answer(officer, offer.id, 'taken'))).toBe('404 not_found');
    const answers = await Promise.all([answer(owner, offer.id, 'taken'), answer(owner, offer.id, 'taken')]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404']);
    const own = await world.db.selectFrom('proposals').select('id').where('ownerId', '=', owner.id).execute();
    expect(own).toHaveLength(1);
  });
});

describe('R31.5: an import is undone for 24 hours, while nothing was claimed or taken', () => {
  test('within 24 hours all of it goes, and not a minute later', async () => {
    const owner = await world.newPerson();
    const { id } = done(await bring(sheet(draftLine(owner.phone))));
    after(24);
    expect(done(await undo(id))).toMatchObject({ undoneAt: world.now.toISOString(), canUndo: false });
    expect(done(await offers(owner))).toEqual([]);
    expect(await lines(id)).toEqual([]);
    expect(refusal(await undo(id))).toBe('409 wrong_status');
    world.now = NOW;
    const late = done(await bring(sheet(draftLine(owner.phone)))).id;
    world.now = new Date(NOW.getTime() + 24 * HOUR_MS + 60_000);
    expect(refusal(await undo(late))).toBe('409 too_late');
  });

  test('after an account was claimed, or a draft taken, it stays; after one was declined it goes', async () => {
    const phone = newPhone();
    const claimed = done(await bring(sheet(personLine(phone)))).id;
    await claim(phone);
    expect(refusal(await undo(claimed))).toBe('409 too_late');
    for (const state of ['taken', 'declined'] as const) {
      const owner = await world.newPerson();
      const { id } = done(await bring(sheet(draftLine(owner.phone))));
      const [offer] = done(await offers(owner));
      done(await answer(owner, offer.id, state));
      expect((await undo(id)).status).toBe(state === 'taken' ? 409 : 200);
    }
  });

  test('undone while its draft is taken, one of the two happens', async () => {
    for (let round = 0; round < 4; round += 1) {
      const owner = await world.newPerson();
      const { id } = done(await bring(sheet(draftLine(owner.phone))));
      const [offer] = done(await offers(owner));
      const [taking, undoing] = await Promise.all([answer(owner, offer.id, 'taken'), undo(id)]);
      expect([taking.status, undoing.status]).toSatisfy(
        ([taken, undone]: number[]) => (taken === 200 && undone === 409) || (taken === 404 && undone === 200),
      );
    }
  });
});

describe('R31.5: the people of an import are told once, by day, when the time to undo it is over', () => {
  const tell = async () => {
    await tellOfImports(world.outside);
    await runJobs(world);
  };

  test('a draft is told to everybody, an account only to who has none', async () => {
    const [member, other, stranger, third] = [await registered(world), await registered(world), newPhone(), newPhone()];
    const text = sheet(draftLine(member.phone), personLine(other.phone), draftLine(stranger), personLine(third));
    done(await bring(text));
    const before = smsTo(member.phone).length + smsTo(other.phone).length;
    after(23);
    await tell();
    expect(smsTo(stranger)).toEqual([]);
    after(30);
    await tell();
    await tell();
    expect(smsTo(stranger)).toMatchObject([{ text: expect.stringMatching(/\/o\/3$/) }]);
    expect(smsTo(third)).toHaveLength(1);
    expect(smsTo(member.phone).length + smsTo(other.phone).length).toBe(before + 1);
    expect(smsTo(member.phone).at(-1)?.text).toBe(smsTo(stranger)[0]?.text);
  });

  test('an import is told of by day, and not when it was undone', async () => {
    const [phone, gone] = [newPhone(), newPhone()];
    done(await bring(sheet(personLine(phone))));
    done(await undo(done(await bring(sheet(personLine(gone)))).id));
    // 03:00 in Dhaka.
    world.now = new Date('2026-02-02T21:00:00.000Z');
    await tell();
    expect(smsTo(phone)).toEqual([]);
    world.now = new Date('2026-02-03T06:00:00.000Z');
    await tell();
    expect(smsTo(phone)).toHaveLength(1);
    expect(smsTo(gone)).toEqual([]);
  });
});

describe('R31.5: what nobody claims for 90 days is erased', () => {
  test('lines go with their names, and those who came lose theirs here', async () => {
    const owner = await world.newPerson();
    const phone = newPhone();
    const { id } = done(await bring(sheet(draftLine(owner.phone), draftLine(phone))));
    const [offer] = done(await offers(owner));
    done(await answer(owner, offer.id, 'taken'));
    after(24 * 90);
    await deleteOutdated(world.db, world.now);
    expect(await statesOf(id)).toEqual(['came', 'waiting']);
    after(24 * 90 + 1);
    expect((await deleteOutdated(world.db, world.now))['importLines']).toBeGreaterThanOrEqual(2);
    expect(await lines(id)).toMatchObject([
      { state: 'came', name: null, phone: null, title: null },
      { state: 'erased', name: null, phone: null, title: null },
    ]);
    await forgot(phone);
    await runJobs(world);
    expect(smsTo(phone)).toEqual([]);
  });

  test('an owner who closes the account takes along what they came for, and not what still waits for the phone', async () => {
    const person = await provenPerson(world);
    const taken = done(await bring(sheet(draftLine(person.phone)))).id;
    const [offer] = done(await offers(person));
    done(await answer(person, offer.id, 'declined'));
    const waiting = done(await bring(sheet(draftLine(person.phone, 'Another')))).id;
    expect((await world.call('POST', '/api/users/close', { as: person, body: {} })).status).toBe(200);
    expect(await lines(taken)).toMatchObject([{ state: 'came', name: null, phone: null }]);
    expect(await lines(waiting)).toMatchObject([{ state: 'waiting', phone: person.phone }]);
  });
});

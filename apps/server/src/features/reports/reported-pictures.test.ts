import { afterEach, expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { logPicture } from '../../test/logged-pictures.ts';
import { keptPicture } from '../../test/pictures.ts';
import { useReports } from '../../test/reports.ts';
import { NOW, type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find } = useLoans(world);
const { report, queue, caseOf, decide, appeal, reporter } = useReports(world);

afterEach(() => {
  world.now = NOW;
});

const bytes = (text: string) => new TextEncoder().encode(text);

async function store(key: string): Promise<void> {
  await world.outside.files.write(key, { '1600.webp': bytes('large') });
}

const fetched = async (key: string, pass = '') =>
  (await world.call('GET', `/files/${key}?w=160${pass && `&pass=${pass}`}`)).status;
const noticesOf = async (loan: Loan, as: Person) => done(await find(loan, as)).hidden as any[];

/** A loan with a stored picture in its album, which one report for the privacy of a child hides. */
async function withPicture() {
  const loan = await newLoan({ status: 3 });
  const { image } = await logPicture(world, loan);
  await store(image);
  const hide = async () => done(await report(loan, await reporter(), 'child_privacy', { kind: 'picture', key: image }));
  return { loan, image, hide };
}

test('a hidden picture is fetched only with a pass, which owner, backers and staff are given (R34.6)', async () => {
  const { loan, image, hide } = await withPicture();
  expect(await fetched(image)).toBe(200);
  await hide();
  expect(await fetched(image)).toBe(404);
  for (const person of [loan.owner, loan.backers[0] as Person, loan.officer]) {
    const [notice] = await noticesOf(loan, person);
    expect(notice).toMatchObject({ kind: 'picture', thing: image, image });
    expect(await fetched(image, notice.picturePass)).toBe(200);
  }
  expect(await noticesOf(loan, await world.newPerson())).toEqual([]);
  const answer = await world.call('GET', `/files/${image}?pass=${(await caseOf(loan)).picturePass}`);
  expect(answer.headers['cache-control']).toBe('private, no-store');
});

test.each(['proposal', 'update'])(
  'the picture of a hidden %s is fetched only with a pass (R14.4, R34.6)',
  async (kind) => {
    const loan = await newLoan({ status: 3 });
    const { image, updateId } = await logPicture(world, loan);
    const own = await keptPicture(world, loan.owner);
    await world.db
      .updateTable('proposals')
      .set({ image: own })
      .where('id', '=', Number(loan.id) as never)
      .execute();
    for (const key of [own, image]) await store(key);
    const [hidden, other] = kind === 'proposal' ? [own, image] : [image, own];
    const thing = kind === 'proposal' ? { kind } : { kind, id: updateId };
    done(await report(loan, await reporter(), 'child_privacy', thing));
    expect([await fetched(hidden), await fetched(other)]).toEqual([404, 200]);
    for (const person of [loan.owner, loan.backers[0] as Person, loan.officer]) {
      const [notice] = await noticesOf(loan, person);
      expect(notice).toMatchObject({ kind, image: hidden });
      expect(await fetched(hidden, notice.picturePass)).toBe(200);
    }
    done(await decide(loan, (await caseOf(loan)).id, 'shown'));
    expect(await fetched(hidden)).toBe(200);
  },
);

test('a pass shows one picture, for an hour (R34.6)', async () => {
  const [first, other] = [await withPicture(), await withPicture()];
  await first.hide();
  await other.hide();
  const { picturePass } = await caseOf(first.loan);
  expect(await fetched(other.image, picturePass)).toBe(404);
  expect(await fetched(first.image, `${picturePass.slice(0, -1)}_`)).toBe(404);
  world.now = new Date(NOW.getTime() + 3_599_000);
  expect(await fetched(first.image, picturePass)).toBe(200);
  world.now = new Date(NOW.getTime() + 3_600_000);
  expect(await fetched(first.image, picturePass)).toBe(404);
});

test('a picture that staff find in order is shown again, one hidden for good is not, and the loan goes on (R34.6)', async () => {
  const [first, other] = [await withPicture(), await withPicture()];
  for (const { hide } of [first, other]) await hide();
  done(await decide(first.loan, (await caseOf(first.loan)).id, 'shown'));
  done(await decide(other.loan, (await caseOf(other.loan)).id, 'hidden_for_good'));
  expect([await fetched(first.image), await fetched(other.image)]).toEqual([200, 404]);
  expect(done(await find(other.loan)).status).toBe(3);
});

test('the picture of a reported person is hidden, also a new one, until staff have decided (R14.4)', async () => {
  const loan = await newLoan({ status: 3 });
  const wear = async () => {
    const profileImage = await keptPicture(world, loan.owner, 'profileImages');
    await store(profileImage);
    await world.db.updateTable('users').set({ profileImage }).where('id', '=', loan.owner.id).execute();
    return profileImage;
  };
  const before = await wear();
  done(await report(loan, await reporter(), 'child_privacy', { kind: 'person', id: String(loan.owner.id) }));
  expect(await fetched(before)).toBe(404);
  const [notice] = await noticesOf(loan, loan.owner);
  expect(notice).toMatchObject({ kind: 'person', image: before });
  expect(await fetched(before, notice.picturePass)).toBe(200);
  const after = await wear();
  expect(await fetched(after)).toBe(404);
  done(await decide(loan, (await caseOf(loan)).id, 'shown'));
  expect(await fetched(after)).toBe(200);
});

test('a reported person stays to be reported and decided when the proposal is deleted (R14.4, R34.6)', async () => {
  const [first, next] = [await newLoan(), await newLoan()];
  await world.db
    .updateTable('proposals')
    .set({ ownerId: first.owner.id })
    .where('id', '=', Number(next.id) as never)
    .execute();
  const person = { kind: 'person', id: String(first.owner.id) };
  done(await report(first, await reporter(), 'spam', person));
  const { id } = await caseOf(first);
  done(await world.call('DELETE', `/api/borrow?id=${first.id}`, { as: first.owner }));
  const waiting = async () => (await queue(first.officer)).find((row) => row.id === id);
  expect(await waiting()).toMatchObject({ state: 'reported', proposalId: first.id });
  done(await report(next, await reporter(), 'child_privacy', person));
  // The case is at the proposal where the person was reported last, so that its owner and staff find it.
  expect(await waiting()).toMatchObject({ state: 'hidden', proposalId: next.id });
  expect(await noticesOf({ ...next, owner: first.owner }, first.owner)).toMatchObject([{ id, kind: 'person' }]);
});

test('the photo that one report hides is decided and appealed though the proposal is deleted (R34.6)', async () => {
  const loan = await newLoan();
  const person = { kind: 'person', id: String(loan.owner.id) };
  done(await report(loan, await reporter(), 'child_privacy', person));
  const { id } = await caseOf(loan);
  done(await world.call('DELETE', `/api/borrow?id=${loan.id}`, { as: loan.owner }));
  done(await decide(loan, id, 'hidden_for_good'));
  done(await appeal(loan.owner, id));
  expect(await queue(loan.officer)).toContainEqual(expect.objectContaining({ id, appeal: 'It is my own house.' }));
});

test('a report names a picture or a person of its proposal, never of the reporter (R14.4)', async () => {
  const { loan, image } = await withPicture();
  const other = await newLoan();
  const stranger = await world.newPerson();
  const picture = { kind: 'picture', key: image };
  expect(refusal(await report(other, stranger, 'spam', picture))).toBe('404 not_found');
  expect(refusal(await report(loan, loan.owner, 'spam', picture))).toBe('403 not_permitted');
  expect(refusal(await report(loan, stranger, 'spam', { kind: 'picture' }))).toBe('422 invalid_request');
  expect(refusal(await report(loan, stranger, 'spam', { kind: 'person', id: String(other.owner.id) }))).toBe(
    '404 not_found',
  );
  expect(refusal(await report(loan, loan.owner, 'spam', { kind: 'person', id: String(loan.owner.id) }))).toBe(
    '403 not_permitted',
  );
});

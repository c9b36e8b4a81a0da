import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { moveClock } from '../../test/accounts.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { CAMPAIGN } from '../../test/matrix/office-rows.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';
import { deleteOutdated } from '../retention/retention.jobs.ts';

const world = useWorld();
const { newLoan, remove } = useLoans(world);

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const newVisitor = () => randomBytes(16).toString('hex');

type Thing = { readonly id: string };
const link = (as: Person, { id }: Thing, kind = 'proposal') =>
  world.call('POST', '/api/share/link', { as, body: { kind, id } });
const come = async (shareCode: string, visitor = newVisitor(), as: Person | null = null, agent = PHONE) =>
  done(
    await world.call('POST', '/api/share/visit', {
      as,
      body: { shareCode, visitor },
      headers: { 'user-agent': agent },
    }),
  );
const back = (loan: Thing, as: Person, shareCode: string, key?: string) =>
  world.call('POST', '/api/borrow/backProposal', {
    as,
    body: { proposalId: loan.id, amount: 1, shareCode },
    ...(key !== undefined && { key }),
  });
const figures = async (as: Person, thing: Thing, kind = 'proposal') => {
  const { visits, backings } = done(await link(as, thing, kind));
  return [visits, backings];
};

test('a person has one link to a loan, and others have other ones', async () => {
  const loan = await newLoan();
  const [me, other] = [await world.newPerson(), await world.newPerson()];
  const answers = await Promise.all([link(me, loan), link(me, loan), link(other, loan)]);
  const [mine, again, theirs] = answers.map((answer) => done(answer).code as string);
  expect(mine).toMatch(/^[a-z2-9]{8}$/);
  expect(again).toBe(mine);
  expect(theirs).not.toBe(mine);
});

test('a device counts once a day, however often it comes', async () => {
  const loan = await newLoan();
  const me = await world.newPerson();
  const { code } = done(await link(me, loan));
  const visitor = newVisitor();
  await Promise.all(Array.from({ length: 8 }, () => come(code, visitor)));
  await come(code);
  expect(await figures(me, loan)).toEqual([2, 0]);
  moveClock(world, 86_400);
  await come(code, visitor);
  expect(await figures(me, loan)).toEqual([3, 0]);
});

test.each([
  'WhatsApp/2.24 A',
  'facebookexternalhit/1.1',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Googlebot/2.1)',
])('a machine that looks at the link counts nothing: %s', async (agent) => {
  const loan = await newLoan();
  const me = await world.newPerson();
  const { code } = done(await link(me, loan));
  await come(code, newVisitor(), null, agent);
  expect(await figures(me, loan)).toEqual([0, 0]);
});

test('own visits and own backings count nothing', async () => {
  const loan = await newLoan();
  const me = await world.newPerson();
  const { code } = done(await link(me, loan));
  await come(code, newVisitor(), me);
  done(await back(loan, me, code));
  expect(await figures(me, loan)).toEqual([0, 0]);
});

test('a person who came and backed counts once, with repeated requests and second backings', async () => {
  const loan = await newLoan();
  const [me, backer, other] = [await world.newPerson(), await world.newPerson(), await world.newPerson()];
  const { code } = done(await link(me, loan));
  await Promise.all(Array.from({ length: 4 }, () => back(loan, backer, code, 'one-wish')));
  done(await back(loan, backer, code));
  done(await back(loan, other, code));
  expect(await figures(me, loan)).toEqual([0, 2]);
});

test('a code that leads elsewhere, or nowhere, counts nothing and hinders no backing', async () => {
  const [loan, elsewhere] = [await newLoan(), await newLoan()];
  const me = await world.newPerson();
  const { code } = done(await link(me, elsewhere));
  done(await back(loan, await world.newPerson(), code));
  done(await back(loan, await world.newPerson(), 'zzzzzzzz'));
  await come('zzzzzzzz');
  expect(await figures(me, elsewhere)).toEqual([0, 0]);
});

test('a link to a campaign counts the backings of its loans (R16.1)', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const campaign = done(
    await world.call('POST', '/api/campaign', { as: officer, body: { ...CAMPAIGN, published: true } }),
  ) as Thing;
  const [loan, outside] = [await newLoan({ officer }), await newLoan()];
  const body = { proposalId: loan.id, campaignIds: [campaign.id] };
  done(await world.call('POST', '/api/campaign/addProposalTo', { as: officer, body }));
  const { code } = done(await link(officer, campaign, 'campaign'));
  done(await back(loan, await world.newPerson(), code));
  done(await back(outside, await world.newPerson(), code));
  expect(await figures(officer, campaign, 'campaign')).toEqual([0, 1]);
  world.daysAhead = 400;
  expect(refusal(await link(officer, campaign, 'campaign'))).toBe('409 campaign_ended');
  world.daysAhead = 0;
});

test('a thing that cannot be shared has no link (section 4)', async () => {
  const draft = await newLoan({ status: 1 });
  const whole = await newLoan({ status: 4 });
  const gone = await newLoan();
  done(await remove(gone, gone.owner));
  expect(refusal(await link(draft.owner, draft))).toBe('409 wrong_status');
  expect(refusal(await link(draft.officer, draft))).toBe('404 not_found');
  expect(refusal(await link(whole.owner, whole))).toBe('409 wrong_status');
  expect(refusal(await link(gone.owner, gone))).toBe('404 not_found');
});

test('a link writes a bounded number of rows a day, and they are forgotten with their day', async () => {
  const loan = await newLoan();
  const me = await world.newPerson();
  const { code } = done(await link(me, loan));
  const { id } = await world.db
    .selectFrom('shareLinks')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const day = world.now.toISOString().slice(0, 10);
  const rows = Array.from({ length: 500 }, (_, number) => ({ linkId: id, day, visitor: String(number) }));
  await world.db.insertInto('shareVisits').values(rows).execute();
  await come(code);
  expect(await figures(me, loan)).toEqual([0, 0]);
  await deleteOutdated(world.db, new Date(world.now.getTime() + 3 * 86_400_000));
  const left = await world.db.selectFrom('shareVisits').selectAll().where('linkId', '=', id).execute();
  expect(left).toEqual([]);
});

test('no row tells who came or who backed by a link', async () => {
  const loan = await newLoan();
  const me = await world.newPerson();
  const { code } = done(await link(me, loan));
  const backer = await world.newPerson();
  await come(code, newVisitor(), backer);
  done(await back(loan, backer, code));
  const kept = await world.db
    .selectFrom('shareLinks as l')
    .leftJoin('shareVisits as v', 'v.linkId', 'l.id')
    .selectAll()
    .where('l.code', '=', code)
    .execute();
  expect(kept).toMatchObject([{ visits: 1, backings: 1, userId: me.id }]);
  expect(JSON.stringify(kept)).not.toContain(backer.subject);
});

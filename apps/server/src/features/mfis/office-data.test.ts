import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bearer, moveClock, registered } from '../../test/accounts.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { keptPicture } from '../../test/pictures.ts';
import { appCode, useSecondFactor } from '../../test/second-factor.ts';
import { DCBS, ROI, useWorld } from '../../test/world.ts';
import { EXPORTS } from './mfi-exports.ts';
import { OFFICE_PARTS } from './office-data.repository.ts';
import { officeFiles } from './office-files.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

async function filesOf(mfiId: typeof ROI): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name, text } of officeFiles(world.db, mfiId)) {
    const pieces = typeof text === 'string' ? [text] : await Array.fromAsync(text);
    files.set(name, pieces.join(''));
  }
  return files;
}

type Row = Readonly<Record<string, string>>;
const rowsOf = (text: string | undefined): Row[] => parse(text ?? '', { columns: true, bom: true });

test('R31.5: managers take along all that their institution has, and nothing of another', async () => {
  const [officer, other] = [await world.newPerson({ staffOf: [ROI] }), await world.newPerson({ staffOf: [DCBS] })];
  const own = await newLoan({ status: 5, officer });
  const foreign = await newLoan({ status: 5, officer: other, mfiId: DCBS });
  const files = await filesOf(ROI);
  const names = [...Object.keys(EXPORTS), ...Object.keys(OFFICE_PARTS)];
  expect([...files.keys()]).toEqual(names.map((name) => `${name}.csv`));
  expect(rowsOf(files.get('loans.csv')).map(({ id }) => id)).toContain(own.id);
  for (const part of ['backings', 'history', 'instalments'] as const) {
    const ids = rowsOf(files.get(`${part}.csv`)).map(({ proposal_id: id }) => id);
    expect(ids).toContain(own.id);
    expect(ids).not.toContain(foreign.id);
  }
  expect(rowsOf(files.get('backings.csv')).find(({ proposal_id: id }) => id === own.id)).toMatchObject({
    investor_id: String(own.backers[0]?.id),
    amount_usd: '100',
  });
  const answer = await world.call('GET', `/api/mfi/export.zip?mfiId=${ROI}`, { as: officer });
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } });
});

test('R34.4: an officer takes along nothing, and neither does a manager of another institution', async () => {
  const [officer, other] = [
    await world.newPerson({ staffOf: [ROI], role: 'officer' }),
    await world.newPerson({ staffOf: [DCBS] }),
  ];
  for (const as of [officer, other]) {
    expect(refusal(await world.call('GET', `/api/mfi/export.zip?mfiId=${ROI}`, { as }))).toBe('403 not_permitted');
  }
});

test('R34.2: everything at once needs a proof not older than ten minutes of a manager with a second factor', async () => {
  const { phone } = await registered(world);
  const { id } = await world.db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirstOrThrow();
  await world.db.insertInto('mfiStaff').values({ mfiId: ROI, userId: id, role: 'manager' }).execute();
  const factor = useSecondFactor(world);
  const { token, secret } = await factor.withApp(phone);
  const file = () => world.call('GET', `/api/mfi/export.zip?mfiId=${ROI}`, bearer(token));
  expect((await file()).status).toBe(200);
  await world.db.updateTable('sessions').set({ provenAt: null }).execute();
  expect((await file()).body.code).toBe('step_up_required');
  // A code is good once.
  moveClock(world, 60);
  factor.done(await factor.post('step-up', token, { totp: appCode(world, secret) }));
  expect((await file()).status).toBe(200);
});

test('R31.5: an import reads the people of the file, here or at another institution', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const owner = await world.newPerson();
  await newLoan({ status: 6, officer, owner });
  await newLoan({ status: 2, owner, form: { title: 'A second cow', place: 'Gosaba', category: 'livestock' } as never });
  const sheet = (await filesOf(ROI)).get('people.csv') ?? '';
  const [header = '', ...lines] = sheet.split('\r\n');
  const own = lines.filter((line) => line.includes(owner.phone));
  expect(own).toHaveLength(1);
  const as = await world.newPerson({ staffOf: [DCBS] });
  const body = { text: [header, ...own].join('\r\n') };
  const checked = done(await world.call('POST', `/api/mfi/imports/check?mfiId=${DCBS}`, { as, body }));
  expect(checked.lines).toMatchObject([{ phone: owner.phone, title: 'A second cow', problems: [] }]);
});

test('R31.5: drafts are in no file, and neither is a person whose phone is not proven', async () => {
  const owner = await world.newPerson();
  const draft = await newLoan({ status: 1, owner });
  const unproven = await world.newPerson();
  await newLoan({ status: 2, owner: unproven });
  await world.db
    .updateTable('identities')
    .set({ phoneByEmail: true })
    .where('subject', '=', unproven.subject)
    .execute();
  const files = await filesOf(ROI);
  expect(rowsOf(files.get('history.csv')).map(({ proposal_id: id }) => id)).not.toContain(draft.id);
  const phones = rowsOf(files.get('people.csv')).map(({ phone = '' }) => phone.replace(/^'/, ''));
  expect(phones).not.toContain(owner.phone);
  expect(phones).not.toContain(unproven.phone);
});

test('R13.5: words and pictures of a proposal that its owner deleted are in no file, its history is', async () => {
  const loan = await newLoan();
  const body = { proposalId: loan.id, image: await keptPicture(world, loan.owner) };
  done(await world.call('POST', '/api/borrow/galleryImage', { as: loan.owner, body }));
  const update = { ...body, description: 'Sewn.' };
  done(await world.call('POST', '/api/borrow/proposalImage', { as: loan.owner, body: update }));
  const arabic = { language: 'ar', title: 'ماكينة', description: 'ماكينة خياطة' };
  const address = `/api/mfi/translation?mfiId=${ROI}&proposalId=${loan.id}`;
  done(await world.call('PUT', address, { as: loan.officer, body: arabic }));
  const parts = async () => {
    const files = await filesOf(ROI);
    return ['updates', 'translations', 'album', 'history'].filter((part) =>
      rowsOf(files.get(`${part}.csv`)).some(({ proposal_id: id }) => id === loan.id),
    );
  };
  expect(await parts()).toEqual(['updates', 'translations', 'album', 'history']);
  done(await world.call('DELETE', `/api/borrow?id=${loan.id}`, { as: loan.owner }));
  expect(await parts()).toEqual(['history']);
});

test('R13.7: an update that its owner deleted leaves without its words and its picture', async () => {
  const loan = await newLoan();
  const update = { proposalId: loan.id, image: await keptPicture(world, loan.owner), description: 'Sewn.' };
  const { id } = done(await world.call('POST', '/api/borrow/proposalImage', { as: loan.owner, body: update }));
  const row = async () => rowsOf((await filesOf(ROI)).get('updates.csv')).find((one) => one['id'] === id);
  expect(await row()).toMatchObject({ description: 'Sewn.', image: update.image, deleted_at: '' });
  done(await world.call('DELETE', `/api/borrow/proposalImage?id=${id}`, { as: loan.owner }));
  expect(await row()).toMatchObject({ description: '', image: '', deleted_at: expect.stringMatching(/^2026-/) });
});

test('R31.5: files of many pages are whole', async () => {
  const officer = await world.newPerson({ staffOf: [ROI] });
  const loan = await newLoan({ status: 5, officer });
  await sql`
    insert into proposal_events (proposal_id, kind, at)
    select ${Number(loan.id)}, 'edited', now() from generate_series(1, 4500)`.execute(world.db);
  const rows = rowsOf((await filesOf(ROI)).get('history.csv')).filter(({ proposal_id: id }) => id === loan.id);
  expect(rows.filter(({ kind }) => kind === 'edited')).toHaveLength(4500);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

/** Tables that hang on an institution or a proposal and are in no part, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  accounts: 'the file of the ledger',
  audit_links: 'follow from the audit log',
  audit_log: 'a file of its own',
  begun_conversations: 'follow from the messages',
  chain_registrations: 'follow from the proposals',
  deadline_reminders: 'tell who was reminded of a backing, for a while',
  figure_steps: 'counted from the books',
  ignored_proposals: 'a wish of people',
  import_lines: 'people who have not come, for 90 days',
  institution_figures: 'follow from the proposals',
  invitations: 'addresses of people who never came',
  journals: 'the file of the ledger',
  loan_dues: 'follow from the proposals',
  late_news: 'tell who was told, for a while',
  loan_news: 'tell who was told, for a while',
  message_reads: 'of people',
  messages: 'of people',
  notifications: 'of people',
  own_references: 'follow from payments and receipts',
  payments: 'a file of its own',
  portfolio_figures: 'follow from the proposals',
  proposal_words: 'follow from the proposals',
  relend_rules: 'a wish of people',
  share_links: 'of people',
  transfers: 'the file of the ledger',
};

test('R31.5: each table of an institution is in a part, or is left out for a reason', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct c.table_name as table from information_schema.columns c join information_schema.tables t
      on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema() and c.column_name in ('mfi_id', 'proposal_id') order by 1`.execute(
    world.db,
  );
  const texts = Object.values(OFFICE_PARTS).map((part) => part(ROI).compile(world.db).sql);
  const named = (table: string) => texts.some((text) => new RegExp(`\\b${table}\\b`).test(text));
  const missing = rows.map(({ table }) => table).filter((table) => !named(table) && !(table in LEFT_OUT));
  expect(missing).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter(named)).toEqual([]);
});

import { expect, test } from 'vitest';
import { runJobs } from '../../test/accounts.ts';
import { BATCHES, useBatches } from '../../test/batches.ts';
import { useBells } from '../../test/bells.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { NOW, type Person, ROI, useWorld } from '../../test/world.ts';
import { endBatches } from './end-batches.ts';

const world = useWorld();
const { newLoan, withdraw, moveWithdrawal } = useLoans(world);
const { office, list, make, change, approve, fileOf, asked } = useBatches(world);
const { bell, heard } = useBells(world);

const HOUR_MS = 3_600_000;

test('requests are paid by a batch that one makes and another approves; its file is told to all staff (R25.3)', async () => {
  const { maker, second, account } = office;
  const [one, other] = [await asked(), await asked({ accountName: '=cmd', accountNumber: '00456' })];
  const made = done(await make(maker, account, [one.id, other.id]));
  expect(made).toEqual({ id: made.id, state: 'made', count: 2, total: '200.00' });
  expect((await fileOf(second, made.id)).statusCode).toBe(409);
  expect(refusal(await approve(maker, made.id))).toBe('403 second_person_needed');
  expect(done(await approve(second, made.id))).toEqual({ id: made.id, state: 'approved' });
  expect(refusal(await approve(second, made.id))).toBe('409 wrong_status');

  await fileOf(maker, made.id, 'pain.001');
  const csv = await fileOf(maker, made.id);
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.headers['cache-control']).toBe('no-store');
  const [head, ...lines] = csv.body.replace('\ufeff', '').trim().split('\r\n');
  expect(head).toBe('"reference","amount","currency","method","accountName","accountNumber","bankName","branch"');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^"RF\d{2}3\d{7}","100\.00","USD","bank","'=cmd","00456"/);
  await runJobs(world);
  for (const person of [maker, second]) expect(await heard(person)).toContain('batch_downloaded null');
  const told = await heard(one.loan.owner);
  expect(told.filter((text) => text.startsWith('payout_account_shown'))).toHaveLength(1);
  expect(told).not.toContain('batch_downloaded null');
  const shows = await world.db
    .selectFrom('payoutShows')
    .select('shownBy')
    .where('withdrawalId', '=', Number(one.id) as never)
    .execute();
  expect(shows).toEqual([{ shownBy: maker.id }, { shownBy: maker.id }]);
  const logged = await world.db.selectFrom('auditLog').select('action').where('actorId', '=', maker.id).execute();
  expect(logged.map(({ action }) => action)).toContain('readBatchFile');

  expect(refusal(await moveWithdrawal(one.id, maker, { state: 'sent', reference: 'TX' }))).toBe('409 in_batch');
  expect(refusal(await moveWithdrawal(one.id, one.loan.owner, { state: 'cancelled' }))).toBe('409 in_batch');
  const sent = (id: string, bankReference: string) => ({ kind: 'withdrawal', id, bankReference });
  expect(done(await change(maker, made.id, { sent: [sent(one.id, 'TX-1')] })).state).toBe('approved');
  expect(refusal(await change(maker, made.id, { state: 'cancelled', reason: 'Too late' }))).toBe('409 wrong_status');
  expect(refusal(await change(maker, made.id, { sent: [sent(one.id, 'TX-1')] }))).toBe('409 wrong_status');
  expect(done(await change(maker, made.id, { sent: [sent(other.id, 'TX-2')] })).state).toBe('closed');
  const { data } = (await world.call('GET', `/api/borrow/withdrawals?proposalId=${one.loan.id}`, { as: maker })).body;
  expect(data[0]).toMatchObject({ state: 'sent', bankReference: 'TX-1' });
});

test('staff are shown their own account by no file: others download it (R19.9, R25.2)', async () => {
  const { maker, second, account } = office;
  const third = await world.newPerson({ staffOf: [ROI] });
  const { id } = done(await withdraw(await newLoan({ status: 5, owner: third })));
  const batch = done(await make(maker, account, [id])).id;
  done(await approve(second, batch));
  expect((await fileOf(third, batch)).json().code).toBe('second_person_needed');
  expect((await fileOf(second, batch)).statusCode).toBe(200);
});

test('an officer neither approves a batch nor is asked to where another manager is there; a request is taken out by any other (R34.4)', async () => {
  const { maker, second, account } = office;
  const officer = await world.newPerson({ staffOf: [ROI], role: 'officer' });
  const [one, other] = [await asked(), await asked()];
  const batch = done(await make(maker, account, [one.id, other.id])).id;
  await runJobs(world);
  expect(await heard(second)).toContain('to_confirm null');
  expect(await heard(officer)).not.toContain('to_confirm null');
  const mayApprove = async (as: Person) =>
    done(await world.call('GET', BATCHES, { as })).find((row: { id: string }) => row.id === batch).mayApprove;
  expect([await mayApprove(officer), await mayApprove(second)]).toEqual([false, true]);
  expect(refusal(await approve(officer, batch))).toBe('403 not_permitted');
  const remove = { remove: [{ kind: 'withdrawal', id: one.id, reason: 'The name differs' }] };
  expect(done(await change(officer, batch, remove)).state).toBe('made');
  expect(refusal(await approve(maker, batch))).toBe('403 second_person_needed');
  done(await approve(second, batch));
  expect(refusal(await approve(officer, batch))).toBe('403 not_permitted');
});

test('a file for a bank is a credit transfer whose references are those of the requests (R25.3)', async () => {
  const { maker, second, account } = office;
  const { id } = await asked({ accountName: 'Rahima & <Nur>', accountNumber: '0117' });
  const batch = done(await make(maker, account, [id])).id;
  done(await approve(second, batch));
  const { body, headers } = await fileOf(maker, batch, 'pain.001');
  expect(headers['content-type']).toContain('application/xml');
  const [row] = (await list(maker)).filter((payout: { id: string }) => payout.id === id);
  expect(row).toMatchObject({ batchId: batch, state: 'requested', local: { amount: '100.00', currency: 'USD' } });
  expect(body).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>');
  expect(body).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>100.00</CtrlSum>');
  expect(body).toContain(`<PmtId><EndToEndId>${row.reference}</EndToEndId></PmtId>`);
  expect(body).toContain('<InstdAmt Ccy="USD">100.00</InstdAmt>');
  expect(body).toContain('<Dbtr><Nm>ROI &amp; Sons</Nm></Dbtr>');
  expect(body).toContain('<Cdtr><Nm>Rahima &amp; &lt;Nur&gt;</Nm></Cdtr>');
  expect(body).toContain('<CdtrAcct><Id><Othr><Id>0117</Id></Othr></Id></CdtrAcct>');
});

test('a request that rests, is over, in cash, in a batch, or of the maker is refused by name (R25.3, R19.9)', async () => {
  const { maker, account } = office;
  const [good, over, cash] = [await asked(), await asked(), await asked({ method: 'cash_at_office' })];
  done(await moveWithdrawal(over.id, over.loan.owner, { state: 'cancelled' }));
  const item = (id: string, code: string) => ({ kind: 'withdrawal', id, code });
  const refused = async (ids: string[]) => {
    const { body } = await make(maker, account, ids);
    return [body.code, body.items];
  };
  const long = await asked({ accountNumber: '1'.repeat(35) });
  for (const { id } of [cash, long]) {
    const { status, body } = await make(maker, account, [id]);
    expect([status, body.code, body.items]).toEqual([409, 'wrong_status', [item(id, 'wrong_account')]]);
  }
  expect(await refused([good.id, over.id, cash.id])).toEqual([
    'wrong_status',
    [item(over.id, 'wrong_status'), item(cash.id, 'wrong_account')],
  ]);
  const payableFrom = new Date(NOW.getTime() + 24 * HOUR_MS);
  const set = (values: object) =>
    world.db
      .updateTable('withdrawals')
      .set(values)
      .where('id', '=', Number(good.id) as never)
      .execute();
  await set({ payableFrom });
  expect(await refused([good.id])).toEqual(['cooling_off', [item(good.id, 'cooling_off')]]);
  world.now = payableFrom;
  const batch = done(await make(maker, account, [good.id])).id;
  expect(await refused([good.id])).toEqual(['in_batch', [item(good.id, 'in_batch')]]);
  expect(await refused(['987654321'])).toEqual(['not_found', [item('987654321', 'not_found')]]);
  done(await change(maker, batch, { state: 'cancelled', reason: 'Wrong account' }));
  done(await make(maker, account, [good.id]));
  const own = await newLoan({ status: 5, owner: maker });
  const { id } = done(await withdraw(own));
  expect(await refused([id])).toEqual(['second_person_needed', [item(id, 'second_person_needed')]]);
});

test('a request that no batch has is asked for without the newer ones that a batch has (R25.3)', async () => {
  const { maker, account } = office;
  world.now = new Date(NOW.getTime() + 48 * HOUR_MS);
  const older = await asked();
  world.now = new Date(NOW.getTime() + 49 * HOUR_MS);
  const newer = await asked();
  done(await make(maker, account, [newer.id]));
  const newest = async (more: string) => (await list(maker, `&state=requested&limit=1${more}`))[0].id;
  expect([await newest(''), await newest('&batch=none')]).toEqual([newer.id, older.id]);
});

test('ten batches of one request at the same time are one (R24.4)', async () => {
  const { maker, account } = office;
  const { id } = await asked();
  const answers = await Promise.all(Array.from({ length: 10 }, () => make(maker, account, [id])));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(9).fill(409)]);
});

test('another person takes a request out; it may be in a batch again after three days, under a new reference (R25.9)', async () => {
  const { maker, second, account } = office;
  const [one, other] = [await asked(), await asked()];
  const batch = done(await make(maker, account, [one.id, other.id])).id;
  done(await approve(second, batch));
  const rowOf = async (id: string) => (await list(maker)).find((row: { id: string }) => row.id === id);
  const { reference } = await rowOf(one.id);
  const remove = { remove: [{ kind: 'withdrawal', id: one.id, reason: 'The name differs' }] };
  expect(refusal(await change(maker, batch, remove))).toBe('403 second_person_needed');
  expect(done(await change(second, batch, remove)).state).toBe('approved');
  expect(await rowOf(one.id)).toMatchObject({ batchId: null, mayBatch: false });
  expect(refusal(await make(maker, account, [one.id]))).toBe('409 cooling_off');
  const again = NOW.getTime() + 72 * HOUR_MS;
  world.now = new Date(again - 1);
  expect(refusal(await make(maker, account, [one.id]))).toBe('409 cooling_off');
  world.now = new Date(again);
  done(await make(maker, account, [one.id]));
  expect((await rowOf(one.id)).reference).not.toBe(reference);
});

test('a batch that nobody approves ends after 30 days, and its requests are free again (R34.3)', async () => {
  const { maker, second, account } = office;
  const [one, other] = [await asked(), await asked()];
  const [waiting, approved] = [
    done(await make(maker, account, [one.id])).id,
    done(await make(maker, account, [other.id])).id,
  ];
  done(await approve(second, approved));
  const stateOf = async (id: string) =>
    done(await world.call('GET', BATCHES, { as: second })).find((row: { id: string }) => row.id === id);
  const end = new Date(NOW.getTime() + 30 * 24 * HOUR_MS);
  await endBatches(world.db, new Date(end.getTime() - 1));
  expect(await stateOf(waiting)).toMatchObject({ state: 'made', mayApprove: true });
  world.now = end;
  expect(await stateOf(waiting)).toMatchObject({ state: 'made', mayApprove: false });
  expect(refusal(await approve(second, waiting))).toBe('409 wrong_status');
  await endBatches(world.db, end);
  expect(await stateOf(waiting)).toMatchObject({ state: 'cancelled', reason: null, count: 1, mayApprove: false });
  expect(await stateOf(approved)).toMatchObject({ state: 'approved' });
  done(await make(maker, account, [one.id]));
  expect(refusal(await make(maker, account, [other.id]))).toBe('409 in_batch');
});

test('requests of a cancelled batch are free at once where nobody has its file, else after three days; it still counts them (R25.9)', async () => {
  const { maker, second, account } = office;
  const { id } = await asked();
  const cancelled = async (isDownloaded: boolean) => {
    const batch = done(await make(maker, account, [id])).id;
    done(await approve(second, batch));
    if (isDownloaded) expect((await fileOf(maker, batch)).statusCode).toBe(200);
    done(await change(maker, batch, { state: 'cancelled', reason: 'Wrong account' }));
    const all = done(await world.call('GET', BATCHES, { as: maker }));
    expect(all.find((row: { id: string }) => row.id === batch)).toMatchObject({ state: 'cancelled', count: 1 });
  };
  await cancelled(false);
  await cancelled(true);
  expect(refusal(await make(maker, account, [id]))).toBe('409 cooling_off');
  world.now = new Date(NOW.getTime() + 72 * HOUR_MS);
  done(await make(maker, account, [id]));
});

test('a request that is stopped or rests is neither approved nor written into the file of its batch (R25.1, R25.3)', async () => {
  const { maker, second, account } = office;
  const [one, other] = [await asked(), await asked()];
  const batch = done(await make(maker, account, [one.id, other.id])).id;
  const userId = other.loan.owner.id;
  const stop = () => world.db.insertInto('payoutStops').values({ userId, stoppedAt: NOW }).execute();
  const resume = () => world.db.deleteFrom('payoutStops').where('userId', '=', userId).execute();
  const items = (code: string) => [{ kind: 'withdrawal', id: other.id, code }];
  await stop();
  const refused = (await approve(second, batch)).body;
  expect([refused.code, refused.items]).toEqual(['payouts_stopped', items('payouts_stopped')]);
  await resume();
  done(await approve(second, batch));
  expect((await fileOf(maker, batch)).statusCode).toBe(200);
  await stop();
  const stopped = await fileOf(maker, batch);
  expect([stopped.statusCode, stopped.json().items]).toEqual([409, items('payouts_stopped')]);
  await resume();
  const payoutsRestUntil = new Date(NOW.getTime() + HOUR_MS);
  await world.db.updateTable('users').set({ payoutsRestUntil }).where('id', '=', userId).execute();
  expect((await fileOf(maker, batch)).json()).toMatchObject({ code: 'cooling_off', items: items('cooling_off') });
});

test('“not me” takes a request out of its batch, and who downloaded the file hears at once which it was (R25.1)', async () => {
  const { maker, second, account } = office;
  const { loan, id } = await asked();
  const batch = done(await make(maker, account, [id])).id;
  done(await approve(second, batch));
  await fileOf(maker, batch);
  const { reference } = (await list(maker)).find((row: { id: string }) => row.id === id);
  const own = done(await world.call('GET', `/api/borrow/withdrawals?proposalId=${loan.id}`, { as: loan.owner }))[0];
  done(await world.call('POST', '/api/money/payoutAccounts/notMe', { body: { token: own.notMeToken } }));
  await runJobs(world);
  expect(await heard(maker)).toContain('request_dropped null');
  const news = (await bell(maker)).data.find(({ kind }: { kind: string }) => kind === 'request_dropped');
  expect(news.local).toEqual({ amount: '100.00', currency: 'USD' });
  const mails = world.sent.filter(({ text }) => text.includes('Do not send it'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(`about the payment ${reference} of $100 in the file batch-${batch} of ROI`);
  expect(await heard(second)).not.toContain('request_dropped null');
  const all = done(await world.call('GET', BATCHES, { as: maker }));
  expect(all.find((row: { id: string }) => row.id === batch)).toMatchObject({ state: 'closed', count: 0 });
});

test('staff read of each request whose account is new, in another name, or named by several people (R25.3)', async () => {
  const [one, other] = [
    await asked({ accountNumber: '77-10203' }),
    await asked({ accountNumber: '7710203', accountName: 'X' }),
  ];
  const rows = await list(office.maker, '&state=requested');
  const warnings = (id: string) => rows.find((row: { id: string }) => row.id === id).warnings;
  expect(warnings(one.id)).toContain('several_people_one_account');
  expect(warnings(other.id)).toEqual(['new_account', 'name_differs', 'several_people_one_account']);
  expect(JSON.stringify(rows)).not.toMatch(/7710203|77-10203/);
});

test('a release whose money is in a batch is not undone before it is taken out (R31.3)', async () => {
  const { maker, second, account } = office;
  const { id, loan } = await asked();
  const path = `/api/mfi/undoRelease?mfiId=${ROI}&proposalId=${loan.id}`;
  const enter = () => world.call('POST', path, { as: maker, body: { reason: 'Not needed' } });
  const batch = done(await make(maker, account, [id])).id;
  expect(refusal(await enter())).toBe('409 in_batch');
  done(await change(second, batch, { state: 'cancelled', reason: 'Not needed' }));
  done(await enter());
});

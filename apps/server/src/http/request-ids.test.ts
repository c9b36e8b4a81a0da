import { expect, test } from 'vitest';
import { currentRequestId, forRequest } from '../config/request-id.ts';
import { createJobs } from '../jobs.ts';
import { drainOutbox } from '../outbox/outbox.ts';
import { startRunner } from '../outbox/runner.ts';
import { people, useLoans } from '../test/loans.ts';
import { type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

const ID = /^[0-9a-f]{32}$/;
const idOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['x-request-id']);
const linesOf = (requestId: string) =>
  world.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
const jobsOf = (requestId: string) =>
  world.db.selectFrom('outbox').select('kind').where('requestId', '=', requestId).orderBy('id').execute();

test('the lines, jobs and mails of a request carry the id that its answer names, and jobs of jobs do', async () => {
  const loan = await newLoan({ status: 3 });
  await drain();
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const returned = await fetch(`${address}/api/mfi/returnProposal?mfiId=${ROI}&proposalId=${loan.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${loan.officer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'needs_detail', note: 'Which market?' }),
  });
  const requestId = returned.headers.get('x-request-id') ?? '';
  expect([returned.status, requestId]).toEqual([200, expect.stringMatching(ID)]);
  expect((await jobsOf(requestId)).map(({ kind }) => kind)).toEqual(['proposal_event']);
  const delivered = await drain();
  expect((await jobsOf(requestId)).map(({ kind }) => kind)).toContain('email');
  expect(delivered.length).toBeGreaterThan(0);
  expect(new Set(delivered)).toEqual(new Set([requestId]));
  const lines = linesOf(requestId).map(({ msg, kind }) => [msg, kind].filter(Boolean).join(' '));
  expect(lines).toEqual(expect.arrayContaining(['answered', 'job done proposal_event', 'job done email']));
});

/** Does all jobs. @returns for which request each mail and SMS left */
async function drain(): Promise<(string | null)[]> {
  const delivered: (string | null)[] = [];
  const deliver = async () => void delivered.push(currentRequestId());
  await drainOutbox(world.outside, createJobs({ ...world.outside, deliver }).handlers);
  return delivered;
}

test('a line names its request once, and a refused request has its id too', async () => {
  const refused = await world.call('POST', '/api/messages/', { body: { proposalId: '1', text: 'Who am I?' } });
  const [line = ''] = world.logLines.filter((each) => each.includes(idOf(refused)));
  expect(line.split('"requestId"')).toHaveLength(2);
  expect(linesOf(idOf(refused)).map(({ msg }) => msg)).toEqual(['refused', 'answered']);
});

test('an id that a client sends is not believed', async () => {
  const forged = '0123456789abcdef0123456789abcdef';
  const answer = await world.call('GET', '/healthz', { headers: { 'x-request-id': forged } });
  expect(idOf(answer)).toMatch(ID);
  expect(idOf(answer)).not.toBe(forged);
});

test('mails of backings in one batch carry the id of the first, and a line names all of them (R18.6)', async () => {
  const loan = await newLoan({ status: 2 });
  const backers = (await people(world, 3)) as [Person, Person, Person];
  const ids = (await Promise.all(backers.map((backer) => back(loan, backer, 5)))).map(idOf);
  const together = world.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'backed together');
  const causes: string[] = [];
  for (const id of ids) if ((await jobsOf(id)).length > 0) causes.push(id);
  const named = together.flatMap(({ requestIds }) => requestIds);
  expect(causes.length).toBeGreaterThan(0);
  for (const { requestIds } of together) expect(causes).toContain(requestIds[0]);
  expect(ids.filter((id) => !causes.includes(id) && !named.includes(id))).toEqual([]);
});

test('work by the clock belongs to no request, also when one wakes it', async () => {
  const seen: (string | null)[] = [];
  const work = async () => void seen.push(currentRequestId());
  const schedules = [{ name: 'look', everyMinutes: 60, work }];
  const runner = await forRequest('a start', () => startRunner(world.outside, { handlers: {}, schedules }));
  await expect.poll(() => seen.length).toBe(1);
  forRequest('a request', () => runner.runSchedules());
  await expect.poll(() => seen.length).toBe(2);
  await runner.stop();
  expect(seen).toEqual([null, null]);
});

import { afterEach, expect, test } from 'vitest';
import { type Collector, startCollector } from '../collector.ts';
import { usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const PHONE = '+8801712345678';
const EMAIL = 'amina.rahman@example.org';
const PASSWORD = 'a password of Amina';

const place = usePlace();
const start = useServerProcesses();
let collector: Collector | null = null;

afterEach(async () => {
  await collector?.close();
});

test('a request, its statements and the job that follows it arrive as one trace that names nobody', async () => {
  collector = await startCollector();
  const server = start({ ...place.env(), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'tried' });
  const attributes = { phone_number: PHONE, email: EMAIL };
  const answer = await fetch(`${await server.ready}/api/identity/sign-up?from=${EMAIL}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: PHONE, password: PASSWORD, attributes }),
  });
  expect(answer.status).toBe(201);
  const sent = () =>
    place.look((db) => db.selectFrom('outbox').select(['doneAt', 'requestId']).where('kind', '=', 'sms').execute());
  await expect.poll(async () => (await sent()).map(({ doneAt }) => doneAt !== null)).toEqual([true]);
  expect(await server.signal('SIGTERM')).toMatchObject({ code: 0 });

  const requestId = answer.headers.get('x-request-id');
  expect((await sent()).map((job) => job.requestId)).toEqual([requestId]);
  const spans = collector.spans.filter(({ traceId }) => traceId === requestId);
  const request = spans.find(({ name }) => name === 'POST /api/identity/sign-up');
  const job = spans.find(({ name }) => name === 'job sms');
  expect(job?.parentSpanId).toBe(request?.spanId);
  const below = (spanId = '') => spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);
  expect(below(request?.spanId)).toEqual(expect.arrayContaining(['insert identities', 'insert outbox', 'commit']));
  expect(below(job?.spanId)).toContain('insert dev_inbox');

  const told = collector.bodies.join('\n');
  expect(told).toContain('"tried"');
  for (const secret of [PHONE, PHONE.slice(1), EMAIL, 'example.org', PASSWORD]) expect(told).not.toContain(secret);
});

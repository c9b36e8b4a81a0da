import { COUNTED_ROUTES } from '@sathi/contract/analytics.ts';
import { expect, test } from 'vitest';
import { moveClock } from '../../test/accounts.ts';
import { done, refusal } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { listRouteCounts } from './analytics.repository.ts';

const world = useWorld();

const open = (route: unknown, language: unknown = 'en', headers: Record<string, string> = {}) =>
  world.call('POST', '/api/analytics/page-view', { body: { route, language }, headers });

const counts = () => world.db.selectFrom('pageViews').selectAll().orderBy('day').orderBy('route').execute();

test('a hundred at once are a hundred, in a few statements on one row', async () => {
  for (const answer of await Promise.all(Array.from({ length: 100 }, () => open('/App/Home/:mfi?', 'be')))) {
    expect(done(answer)).toEqual({});
  }
  expect(await counts()).toEqual([{ day: '2026-01-31', route: '/App/Home/:mfi?', language: 'be', count: 100 }]);
});

test('counts are kept by day, route and language', async () => {
  done(await open('/start'));
  moveClock(world, 86_400);
  done(await open('/start'));
  done(await open('/start', 'ar'));
  expect(await listRouteCounts(world.db, '2026-02-01')).toEqual([
    { route: '/start', language: 'ar', count: 1 },
    { route: '/start', language: 'en', count: 1 },
  ]);
  expect(await listRouteCounts(world.db, '2026-01-31')).toEqual([
    { route: '/App/Home/:mfi?', language: 'be', count: 100 },
    { route: '/start', language: 'en', count: 2 },
    { route: '/start', language: 'ar', count: 1 },
  ]);
});

test('a view that a person sends again with its key counts once, and the key takes no other (R6.3)', async () => {
  const as = await world.newPerson();
  const send = (route: string, key: string) =>
    world.call('POST', '/api/analytics/page-view', { as, body: { route, language: 'ar' }, key });
  const [first, twin] = await Promise.all([send('/App/Portfolio/:mfi?', 'view'), send('/App/Portfolio/:mfi?', 'view')]);
  const again = await send('/App/Portfolio/:mfi?', 'view');
  for (const answer of [first, twin, again]) expect(done(answer)).toEqual({});
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(refusal(await send('/start', 'view'))).toBe('422 idempotency_key_reused');
  done(await send('/App/Portfolio/:mfi?', 'another view'));
  const kept = (await counts()).filter(({ route }) => route === '/App/Portfolio/:mfi?');
  expect(kept).toMatchObject([{ language: 'ar', count: 2 }]);
});

test('security 1.8: no key of a visitor is kept for a view', async () => {
  const keys = () => world.db.selectFrom('idempotencyKeys').select('key').execute();
  const before = await keys();
  for (const key of ['a visitor', 'a visitor', 'another visitor']) {
    done(await world.call('POST', '/api/analytics/page-view', { body: { route: '/start', language: 'be' }, key }));
  }
  expect(await keys()).toEqual(before);
  expect(await counts()).toContainEqual(expect.objectContaining({ route: '/start', language: 'be', count: 3 }));
});

test('a pattern may be written with braces or without its optional parts, and Bengali is bn or be', async () => {
  const before = await counts();
  for (const route of ['/App/Profile/:mfi?', '/App/Profile/{mfi?}', '/App/Profile']) {
    for (const language of ['be', 'bn']) done(await open(route, language));
  }
  done(await open('/App/proposalsByCampaign/{mfi?}/{id?}'));
  const added = (await counts()).filter(({ route }) => !before.some((row) => row.route === route));
  expect(added.map(({ route, language, count }) => [route, language, count])).toEqual([
    ['/App/Profile/:mfi?', 'be', 6],
    ['/App/proposalsByCampaign/:mfi?/:id?', 'en', 1],
  ]);
  for (const route of ['/App/Profile/ROI', '/App/proposalsByCampaign/ROI/5', '/App/proposal?id=5', '/App/Nowhere']) {
    expect(refusal(await open(route))).toBe('422 invalid_request');
  }
});

test('T9: an address outside the list of patterns is refused, and 200 phones and e-mails are neither kept nor logged', async () => {
  world.logLines.length = 0;
  const secrets = Array.from({ length: 100 }, (_, index) => [
    `+88017${String(90_000_000 + index)}`,
    `seeded${index}@mail.example`,
  ]).flat();
  expect(secrets).toHaveLength(200);
  for (const secret of secrets) {
    const answers = [
      await open(`/App/VerifyCode/ROI/${secret}`),
      await open('/App/Home/:mfi?', secret),
      await world.call('POST', `/api/analytics/page-view?phone=${encodeURIComponent(secret)}`, {
        body: { route: '/start', language: 'en', path: `/App/VerifyCode/${secret}` },
        headers: { referer: `https://sathi.example/App/VerifyCode/ROI/${secret}`, 'user-agent': secret },
      }),
    ];
    for (const answer of answers) {
      expect(refusal(answer)).toBe('422 invalid_request');
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
    await world.call('GET', `/api/auth/userExists?phone=${encodeURIComponent(secret)}&email=${secret}`);
  }
  const written = [...world.logLines, JSON.stringify(await counts())].join('\n');
  expect(world.logLines.length).toBeGreaterThan(0);
  expect(secrets.filter((secret) => written.includes(secret) || written.includes(encodeURIComponent(secret)))).toEqual(
    [],
  );
});

test('the log carries no trace of the reader beside the page', async () => {
  const person = await world.newPerson();
  world.logLines.length = 0;
  done(await open('/App/Login/:mfi?', 'en', { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'curious/1' }));
  const line = world.logLines.join('\n');
  for (const trace of ['203.0.113.9', 'curious', '127.0.0.1', person.phone]) expect(line).not.toContain(trace);
});

test('no pattern of the list can carry a value', () => {
  for (const route of COUNTED_ROUTES) expect(route).toMatch(/^[A-Za-z/:?]+$/);
});

import { expect, test } from 'vitest';
import { bearer, codeFor, cookieOf, newPhone, otherThan, refresh, runJobs } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();

test('no phone, e-mail address, password, code or token that passes through the identity calls is in the logs', async () => {
  const secrets = new Set<string>();
  const secret = (text: string): string => {
    secrets.add(text);
    return text;
  };
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    world.call('POST', `/api/identity/${path}`, { body, headers });

  for (let round = 0; round < 20; round += 1) {
    const phone = secret(newPhone());
    const email = secret(`secret${round}@private${round}.example`);
    const password = secret(`a secret of round ${round}`);
    const attributes = { phone_number: phone, email };
    const userSub = secret((await post('sign-up', { username: phone, password, attributes })).body.data.userSub);
    await post('sign-up', { username: phone, password, attributes: { email: 'not an address', secret: password } });
    const code = secret(await codeFor(world, phone));
    await post('confirm-sign-up', { username: phone, code: otherThan(code) });
    await post('resend-code', { username: phone });
    await post('confirm-sign-up', { username: phone, code });
    await world.call('GET', `/api/auth/userExists?${new URLSearchParams({ phone, email })}`);
    const profile = {
      firstName: secret(`First${round}x`),
      lastName: secret(`Last${round}x`),
      phone,
      email,
      username: userSub,
    };
    const { id } = (await world.call('POST', '/api/users', { body: profile })).body.data;
    await post('sign-in', { username: phone, password: secret(`wrong guess ${round}`) });
    const session = await post('sign-in', { username: phone, password });
    const token = secret(session.body.data.accessToken);
    const cookie = cookieOf(session);
    secret(cookie.split('=')[1] ?? '');
    const renewed = await refresh(world, cookie);
    secret(renewed.body.data.accessToken);
    await refresh(world, cookie);
    const again = await post('sign-in', { username: phone, password });
    const current = secret(again.body.data.accessToken);
    await world.call('GET', '/api/identity/current-user', bearer(current));
    await world.call('GET', `/api/auth/?username=${encodeURIComponent(phone)}`, bearer(current));
    await world.call('PUT', `/api/users/${id}`, {
      body: { ...profile, email: secret(`new${round}@private.example`) },
      ...bearer(current),
    });
    await world.call('GET', '/api/users/1', bearer(token));
    await post('forgot-password', { username: phone });
    await post('forgot-password', { username: email });
    const resetCode = secret(await codeFor(world, phone));
    await post('confirm-forgot-password', {
      username: phone,
      code: resetCode,
      newPassword: secret(`new secret ${round}`),
    });
    await post('sign-out', undefined, { authorization: `Bearer ${current}` });
    await world.call('GET', `/api/dev/inbox?to=${encodeURIComponent(phone)}`);
  }
  await runJobs(world);

  const log = world.logLines.join('');
  expect(world.logLines.length).toBeGreaterThan(100);
  // Six digits may stand in a time or a number by chance; a code would stand in a string.
  const isLogged = (text: string) => log.includes(text) || log.includes(encodeURIComponent(text));
  const found = [...secrets].filter((text) => (/^\d{6}$/.test(text) ? log.includes(`"${text}"`) : isLogged(text)));
  expect(found).toEqual([]);
});

test('a refusal is in the log with its code, and its answer with route, status and person (security 16.3.2)', async () => {
  const person = await world.newPerson();
  const before = world.logLines.length;
  const asked = ['/api/mfi/settlements?mfiId=3', '/api/borrow/findOne?id=987654321'];
  for (const path of asked) await world.call('GET', path, { as: person });
  await world.call('GET', '/api/mfi/settlements?mfiId=3');
  const lines = world.logLines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  const told = lines
    .filter(({ msg }) => msg === 'answered')
    .map(({ route, status, userId, requestId }) => {
      const refused = lines.find((line) => line.requestId === requestId && line.msg === 'refused');
      return { route, status, userId, refusal: refused?.refusal };
    });
  expect(told).toEqual([
    { route: '/api/mfi/settlements', status: 403, userId: person.id, refusal: 'not_permitted' },
    { route: '/api/borrow/findOne', status: 404, userId: person.id, refusal: 'not_found' },
    { route: '/api/mfi/settlements', status: 401, userId: undefined, refusal: 'sign_in_required' },
  ]);
});

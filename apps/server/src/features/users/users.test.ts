import type { UserId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { bearer, confirmed, newPhone, profileOf, registered, signIn, signUp } from '../../test/accounts.ts';
import { keptPicture } from '../../test/pictures.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const create = (body: unknown, key?: string) => world.call('POST', '/api/users', { body, ...(key && { key }) });

test('the subject of a sign-up is the right to make one profile, without a token', async () => {
  const account = await signUp(world);
  const { status, body } = await create(profileOf(account));
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.stringMatching(/^\d+$/),
    username: account.subject,
    firstName: 'Amina',
    lastName: 'Rahman',
    phone: account.phone,
    email: account.email,
    bio: 'I sew.',
    profileImage: null,
    publicAddress: expect.stringMatching(/^01[0-9a-f]{64}$/),
    language: 'en',
    managerOf: [],
    userMfis: [],
  });
  const again = await create(profileOf(account));
  expect(again.status).toBe(409);
  expect(again.body.code).toBe('profile_exists');
});

test('404 and 409 come before the other values of a profile', async () => {
  const account = await signUp(world);
  const bent = { lastName: undefined, email: 'nobody' };
  const unknown = { ...profileOf(account), username: '5d7a0a3e-0000-4000-8000-000000000000' };
  expect((await create({ ...unknown, ...bent })).status).toBe(404);
  const { status, body } = await create({ ...profileOf(account), ...bent });
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, ['lastName', 'email']]);
  expect((await create(profileOf(account))).status).toBe(201);
  expect((await create({ ...profileOf(account), ...bent })).body.code).toBe('profile_exists');
});

test('an unknown subject, and text that cannot be one, answer 404', async () => {
  const account = await signUp(world);
  for (const subject of ['5d7a0a3e-0000-4000-8000-000000000000', 'nobody', '1']) {
    expect((await create(profileOf({ ...account, subject }))).status).toBe(404);
  }
});

test('R6.7: with a token, only the own subject', async () => {
  const person = await world.newPerson();
  const account = await signUp(world);
  const { status } = await world.call('POST', '/api/users', { as: person, body: profileOf(account) });
  expect(status).toBe(403);
});

test('a profile has the phone that signed up', async () => {
  const account = await signUp(world);
  const { status, body } = await create({ ...profileOf(account), phone: newPhone() });
  expect(status).toBe(422);
  expect(body.errors[0].path).toBe('phone');
});

test('an e-mail address belongs to one profile, in upper and lower case', async () => {
  const taken = await registered(world);
  const account = await signUp(world);
  const { status, body } = await create({ ...profileOf(account), email: taken.email.toUpperCase() });
  expect(status).toBe(409);
  expect(body.code).toBe('email_exists');
});

test('ten profiles for one subject at the same moment are one', async () => {
  const account = await signUp(world);
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(profileOf(account))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'profile_exists')).toHaveLength(9);
});

test('two profiles with one e-mail address at the same moment are one', async () => {
  const accounts = [await signUp(world), await signUp(world)];
  const answers = await Promise.all(
    accounts.map((account) => create({ ...profileOf(account), email: 'both@example.org' })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test('R6.3: the same profile with one key is made once and answered twice', async () => {
  const account = await signUp(world);
  const first = await create(profileOf(account), 'profile-key');
  const second = await create(profileOf(account), 'profile-key');
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
});

test('R13.10: whether an e-mail address or a phone is taken, as two booleans and nothing more', async () => {
  const { phone, email } = await registered(world);
  const ask = async (query: Record<string, string>) =>
    (await world.call('GET', `/api/auth/userExists?${new URLSearchParams(query)}`)).body.data;
  expect(await ask({ phone, email: email.toUpperCase() })).toEqual({ byEmail: true, byPhone: true });
  expect(await ask({ phone: newPhone(), email })).toEqual({ byEmail: true, byPhone: false });
  expect(await ask({ phone: phone.slice(1), email: 'nobody@example.org' })).toEqual({ byEmail: false, byPhone: true });
  expect(await ask({ phone: phone.slice(0, -1), email: email.slice(1) })).toEqual({ byEmail: false, byPhone: false });
  expect(await ask({ phone })).toEqual({ byEmail: false, byPhone: true });
  for (const query of ['', '?email=&phone=%20']) {
    const answer = await world.call('GET', `/api/auth/userExists${query}`);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(['email', 'phone']);
  }
});

test('one sees oneself; a stranger’s id, no id and an unknown id answer the same 404', async () => {
  const [amina, bimal] = [await world.newPerson(), await world.newPerson({ firstName: 'Bimal' })];
  const own = await world.call('GET', `/api/users/${amina.id}`, { as: amina });
  expect(own.body.data).toMatchObject({ id: String(amina.id), phone: amina.phone });
  const others = [bimal.id, 999_999, 'abc', '0', '99999999999999999999'].map((id) =>
    world.call('GET', `/api/users/${id}`, { as: amina }),
  );
  const bodies = (await Promise.all(others)).map(({ status, body }) => ({ status, body }));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(bodies[0]?.status).toBe(404);
  expect((await world.call('GET', `/api/users/${amina.id}`)).status).toBe(401);
});

test('the own account with its unread messages, under either of its names', async () => {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  const me = (username?: string) =>
    world.call(
      'GET',
      `/api/auth/${username === undefined ? '' : `?username=${encodeURIComponent(username)}`}`,
      bearer(token),
    );
  expect((await me()).body.data).toMatchObject({ id: account.id, unreadMessagesCount: 0 });
  expect((await me(account.subject)).status).toBe(200);
  expect((await me(account.phone)).status).toBe(200);
  for (const other of [newPhone(), (await registered(world)).subject]) expect((await me(other)).status).toBe(403);
  expect((await world.call('GET', '/api/auth/')).status).toBe(401);
});

test('R10.8: a language chosen by itself is that of the mails and SMS that follow, and changes nothing else', async () => {
  const person = await world.newPerson();
  const own = async () => (await world.call('GET', `/api/users/${person.id}`, { as: person })).body.data;
  const before = await own();
  const set = (language: string) =>
    world.call('PUT', '/api/users/language', { as: person, body: { language }, key: `chosen-${language}` });
  const chosen = await set('ar');
  expect([chosen.status, chosen.body.data]).toEqual([200, { language: 'ar' }]);
  expect(await own()).toEqual({ ...before, language: 'ar' });
  expect((await set('bn')).body.data).toEqual({ language: 'be' });
  expect((await set('fr')).status).toBe(422);
  expect(await own()).toEqual({ ...before, language: 'be' });
});

test('the own phone is taken in every form that signs in, and no other', async () => {
  const { phone } = await registered(world, '+12025550143');
  const { token } = await signIn(world, phone);
  const me = async (username: string) =>
    (await world.call('GET', `/api/auth/?username=${encodeURIComponent(username)}`, bearer(token))).status;
  for (const own of ['2025550143', '12025550143', ' 12025550143', '+1 (202) 555-0143']) expect(await me(own)).toBe(200);
  for (const other of ['2025550144', '12025550144', '025550143']) expect(await me(other)).toBe(403);
});

test('staff see which institutions they work for', async () => {
  const staff = await world.newPerson({ staffOf: [3 as never, 1 as never] });
  const { body } = await world.call('GET', '/api/auth/', { as: staff });
  expect(body.data.userMfis).toEqual([
    { mfiId: '1', mfiName: 'DCBS' },
    { mfiId: '3', mfiName: 'ROI' },
  ]);
});

test('saving a profile needs every field, and names each one that is missing', async () => {
  const amina = await world.newPerson();
  const empty = await world.call('PUT', `/api/users/${amina.id}`, { as: amina, body: {} });
  expect(empty.status).toBe(422);
  expect(empty.body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    'bio',
    'email',
    'firstName',
    'lastName',
    'phone',
  ]);
  const blank = { firstName: ' ', lastName: '', phone: '', email: '', bio: ' ' };
  const answer = await world.call('PUT', `/api/users/${amina.id}`, { as: amina, body: blank });
  expect(answer.body.errors.map(({ message }: { message: string }) => message)).toEqual(Array(5).fill('required'));
});

test('a profile is saved as it was sent', async () => {
  const account = await registered(world);
  const { token } = await signIn(world, account.phone);
  const body = {
    firstName: 'আমিনা',
    lastName: 'রহমান',
    phone: account.phone,
    email: account.email,
    bio: 'আমি সেলাই করি।',
    profileImage: await keptPicture(world, { id: Number(account.id) as UserId }, 'profileImages'),
    language: 'be',
  };
  const saved = await world.call('PUT', `/api/users/${account.id}`, { body, ...bearer(token) });
  expect(saved.status).toBe(200);
  expect(saved.body.data).toMatchObject(body);
  const { profileImage: _, language: __, ...rest } = body;
  const again = await world.call('PUT', `/api/users/${account.id}`, { body: rest, ...bearer(token) });
  expect(again.body.data).toMatchObject(body);
});

test('another person’s profile answers 404 to any body', async () => {
  const [amina, bimal] = [await world.newPerson(), await world.newPerson()];
  const body = { firstName: 'X', lastName: 'Y', phone: amina.phone, email: 'x@example.org', bio: 'b' };
  expect((await world.call('PUT', `/api/users/${bimal.id}`, { as: amina, body })).status).toBe(404);
  expect((await world.call('PUT', `/api/users/${bimal.id}`, { as: amina, body: {} })).status).toBe(404);
});

test('an address in use is refused, and a field of the table is not a field of the call', async () => {
  const [amina, bimal] = [await world.newPerson(), await world.newPerson()];
  const me = (await world.call('GET', `/api/users/${amina.id}`, { as: amina })).body.data;
  const base = { firstName: 'A', lastName: 'B', phone: amina.phone, email: me.email, bio: 'b' };
  const put = (change: object) =>
    world.call('PUT', `/api/users/${amina.id}`, { as: amina, body: { ...base, ...change } });
  expect((await put({ phone: bimal.phone })).body.code).toBe('phone_exists');
  const taken = (await world.call('GET', `/api/users/${bimal.id}`, { as: bimal })).body.data.email;
  expect((await put({ email: taken })).body.code).toBe('email_exists');
  expect((await put({ username: bimal.subject })).status).toBe(403);
  for (const field of ['id', 'subject', 'publicAddress', 'userMfis', 'createdAt']) {
    expect((await put({ [field]: '1' })).status).toBe(422);
  }
});

test('an account without a profile has no user yet', async () => {
  const account = await confirmed(world);
  const { token } = await signIn(world, account.phone);
  expect((await world.call('GET', '/api/users/1', bearer(token))).status).toBe(404);
  expect((await world.call('PUT', '/api/users/1', { body: {}, ...bearer(token) })).status).toBe(404);
});

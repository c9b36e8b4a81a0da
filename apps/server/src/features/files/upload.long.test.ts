import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { drawing, jpegPicture, upload } from '../../test/pictures.ts';
import { DCBS, type Person, useWorld } from '../../test/world.ts';
import { IMAGE_WIDTHS, type ImageFile } from '../../outside/outside.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const KEY = /^[a-z]+Images\/[a-z0-9-]+-[a-z0-9]{25}\.webp$/i;
const kept = async (key: string, file: ImageFile) => Buffer.from((await world.outside.files.read(key, [file]))!.bytes);
const rowsOf = (person: Person) => world.db.selectFrom('files').selectAll().where('ownerId', '=', person.id).execute();

test('R14.1: a photo is kept upright in five widths, never enlarged, and its answer tells where', async () => {
  const person = await world.newPerson();
  const photo = await drawing(900, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const answer = await upload(world, person, photo, { type: 'image/jpeg' });
  expect(answer.status).toBe(201);
  const { key, url, width, height, blur } = answer.body.data;
  expect(key).toMatch(KEY);
  expect({ url, width, height }).toEqual({ url: `/files/${key}`, width: 600, height: 900 });
  expect(blur).toMatch(/^data:image\/webp;base64,/);
  expect(blur.length).toBeLessThanOrEqual(400);
  for (const [size, expected] of [
    [160, { width: 160, height: 240 }],
    [400, { width: 400, height: 600 }],
    [640, { width: 600, height: 900 }],
    [800, { width: 600, height: 900 }],
    [1600, { width: 600, height: 900 }],
  ] as const) {
    const bytes = await kept(key, `${size}.webp`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', ...expected });
    const read = await world.app.inject(`${url}?w=${size}`);
    expect(read.rawPayload).toEqual(bytes);
  }
  const [row] = await rowsOf(person);
  expect(row).toMatchObject({ key, width: 600, height: 900, blur });
  const files = IMAGE_WIDTHS.flatMap((each) => [`${each}.webp`, `${each}.avif`] as const);
  const all = await Promise.all(files.map((file) => world.outside.files.read(key, [file])));
  expect(row?.sizeBytes).toBe(all.reduce((sum, found) => sum + (found?.bytes.length ?? 0), 0));
});

test('the longest side that is kept is twice the width, so that no picture is a ladder', async () => {
  const ladder = await sharp({ create: { width: 10, height: 20_000, channels: 3, background: '#c57' } })
    .png()
    .toBuffer();
  const { width, height } = done(await upload(world, await world.newPerson(), ladder));
  expect({ width, height }).toEqual({ width: 2, height: 3200 });
});

test('R14.1: the place, the camera and the photographer in a photo are not kept', async () => {
  const photo = await drawing()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Rahima Begum' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '24/1 53/1 0/1' } })
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Sylhet</a></x:xmpmeta>')
    .toBuffer();
  expect(await sharp(photo).metadata()).toMatchObject({ exif: expect.anything(), icc: expect.anything() });
  const { key } = done(await upload(world, await world.newPerson(), photo));
  for (const file of ['160.webp', '640.webp', '1600.webp'] as const) {
    const bytes = await kept(key, file);
    const { exif, icc, xmp, iptc, space } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, iptc, space }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      iptc: undefined,
      space: 'srgb',
    });
    for (const word of ['Rahima', 'Sylhet', 'EXIF', 'ICCP', 'XMP ']) expect(bytes.includes(word)).toBe(false);
  }
});

test.each([
  ['an unknown folder', 'otherImages', '404 not_found'],
  ['a folder of the store itself', 'drafts', '404 not_found'],
  ['campaigns, for somebody who is no staff', 'campaignImages', '403 not_permitted'],
] as const)('%s is refused before the bytes are read', async (_, folder, expected) => {
  expect(refusal(await upload(world, await world.newPerson(), await jpegPicture(), { folder }))).toBe(expected);
});

test('section 6: staff may upload for a campaign, whose title begins the key', async () => {
  const officer = await world.newPerson({ staffOf: [DCBS] });
  const { key } = done(
    await upload(world, officer, await jpegPicture(), { folder: 'campaignImages', name: 'Eid%20goats.jpg' }),
  );
  expect(key).toMatch(/^campaignImages\/eid-goats-[a-z0-9]{25}\.webp$/);
});

test('a visitor and a dead token send nothing; a foreign page neither', async () => {
  const bytes = await jpegPicture();
  expect(refusal(await upload(world, null, bytes))).toBe('401 sign_in_required');
  const dead = { ...(await world.newPerson()), token: 'x'.repeat(43) };
  expect(refusal(await upload(world, dead, bytes))).toBe('401 session_ended');
  const headers = { 'content-type': 'image/jpeg', origin: 'https://evil.example' };
  const foreign = await world.call('PUT', '/files/proposalImages/x', {
    as: await world.newPerson(),
    body: bytes,
    headers,
  });
  expect(refusal(foreign)).toBe('403 not_permitted');
});

test('security T15: the key begins with the proposal only when it is the own one, else the name is ignored', async () => {
  const loan = await newLoan();
  const bytes = await jpegPicture();
  const keyFor = async (as: Person, name: string) => done(await upload(world, as, bytes, { name })).key;
  expect(await keyFor(loan.owner, loan.id)).toMatch(new RegExp(`^proposalImages/${loan.id}-[a-z0-9]{25}\\.webp$`));
  expect(await keyFor(loan.owner, `${loan.id}-goat.jpg`)).toMatch(new RegExp(`^proposalImages/${loan.id}-`));
  for (const name of [loan.id, `${loan.id}-goat.jpg`])
    expect(await keyFor(loan.officer, name)).toMatch(/^proposalImages\/new-/);
  for (const name of ['rahimas-passport.jpg', '999999999', '0', '1e3', '%D8%A3', 'x'.repeat(180)]) {
    expect(await keyFor(loan.owner, name)).toMatch(/^proposalImages\/new-[a-z0-9]{25}\.webp$/);
  }
});

test.each([
  '..',
  '../x.jpg',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2fsecret',
  '..%5c..%5cx',
  '%00.jpg',
  'a%00b',
  '%c0%ae%c0%ae',
  '....//x',
  '%252e%252e%252f',
  'con',
  '.htaccess',
  'a/b/c',
  `${'x'.repeat(2000)}`,
  '%0d%0aset-cookie:%20a=b',
  '<script>.jpg',
  'x.php',
  'x.jpg.html',
  '‮gpj.exe',
  '%ff%fe',
])('security T15: no name leads anywhere: %.30s', async (name) => {
  const answer = await upload(world, await world.newPerson(), await jpegPicture(16, 16), { name });
  if (answer.status === 201) expect(answer.body.data.key).toMatch(/^proposalImages\/new-[a-z0-9]{25}\.webp$/);
  else expect([400, 404]).toContain(answer.status);
});

test('security T15: the same name twice is two pictures, and neither covers the other', async () => {
  const person = await world.newPerson();
  const [first, second] = [await drawing(40, 40).png().toBuffer(), await drawing(80, 80).negate().png().toBuffer()];
  const one = done(await upload(world, person, first, { name: 'same.png' }));
  const before = await kept(one.key, '640.webp');
  const two = done(await upload(world, person, second, { name: 'same.png' }));
  expect(two.key).not.toBe(one.key);
  done(await upload(world, person, second, { name: one.key.split('/')[1] }));
  expect(await kept(one.key, '640.webp')).toEqual(before);
});

test("security T15: under the name of another person's picture none is sent, under that of one’s own a new one", async () => {
  const owner = await world.newPerson();
  const { key } = done(await upload(world, owner, await jpegPicture()));
  const name = key.split('/')[1];
  const others = await upload(world, await world.newPerson(), await jpegPicture(), { name });
  expect(refusal(others)).toBe('403 not_permitted');
  expect(done(await upload(world, owner, await jpegPicture(), { name })).key).not.toBe(key);
});

test('security T16: the bytes say the kind, and a declared type of no picture is refused', async () => {
  const person = await world.newPerson();
  const [jpeg, png] = [await jpegPicture(), await drawing().png().toBuffer()];
  for (const type of [
    'image/jpeg',
    'image/jpg',
    'image/png',
    'image/webp',
    'IMAGE/JPEG; charset=binary',
    'application/octet-stream',
    null,
  ]) {
    expect((await upload(world, person, jpeg, { type })).status, String(type)).toBe(201);
  }
  for (const type of [
    'image/gif',
    'image/svg+xml',
    'text/html',
    'application/json',
    'multipart/form-data; boundary=x',
    'image/constructor',
  ]) {
    expect(refusal(await upload(world, person, jpeg, { type })), type).toBe('422 image_kind');
  }
  expect((await upload(world, person, png, { type: 'image/jpeg' })).status).toBe(201);
});

test('more than ten megabytes, and more than forty megapixels, are too large', async () => {
  const person = await world.newPerson();
  expect(refusal(await upload(world, person, Buffer.alloc(10 * 1024 * 1024 + 1, 0xff)))).toBe('413 payload_too_large');
  const wide = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  expect(refusal(await upload(world, person, wide))).toBe('422 image_too_large');
});

test('R6.3: the same picture under the same key of a request is kept once', async () => {
  const person = await world.newPerson();
  const bytes = await jpegPicture();
  const first = await upload(world, person, bytes, { key: 'again' });
  const again = await upload(world, person, bytes, { key: 'again' });
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const other = await upload(world, person, await jpegPicture(50, 50), { key: 'again' });
  expect(refusal(other)).toBe('422 idempotency_key_reused');
  expect(await rowsOf(person)).toHaveLength(1);
  const together = await Promise.all(Array.from({ length: 4 }, () => upload(world, person, bytes, { key: 'at once' })));
  expect(new Set(together.map(({ body }) => body.data.key)).size).toBe(1);
  expect(await rowsOf(person)).toHaveLength(2);
});

test('security T16: one person keeps 200 pictures, or 200 MB', async () => {
  const [many, large] = [await world.newPerson(), await world.newPerson()];
  const file = { ownerId: many.id, width: 1, height: 1, blur: 'x', createdAt: world.now };
  const rows = Array.from({ length: 199 }, (_, at) => ({
    ...file,
    key: `proposalImages/quota-${at}.webp`,
    sizeBytes: 1,
  }));
  await world.db.insertInto('files').values(rows).execute();
  const bytes = await jpegPicture();
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(world, many, bytes)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  expect(refusal(await upload(world, many, bytes))).toBe('422 image_quota');
  const heavy = { ...file, ownerId: large.id, key: 'proposalImages/heavy.webp', sizeBytes: 200 * 1024 * 1024 };
  await world.db.insertInto('files').values(heavy).execute();
  expect(refusal(await upload(world, large, bytes))).toBe('422 image_quota');
});

test('a fifth picture of one person at once is told to wait', async () => {
  const person = await world.newPerson();
  const bytes = await jpegPicture();
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(world, person, bytes)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 429]);
  expect((await upload(world, person, bytes)).status).toBe(201);
});

test('the bytes of a request never reach the log', async () => {
  const bytes = await drawing()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Rahima Begum of Sylhet' } })
    .toBuffer();
  done(await upload(world, await world.newPerson(), bytes, { name: 'rahima-begum.jpg' }));
  const lines = world.logLines.join('');
  expect(lines).not.toMatch(/rahima/i);
  expect(lines).not.toContain(createHash('sha256').update(bytes).digest('hex'));
});

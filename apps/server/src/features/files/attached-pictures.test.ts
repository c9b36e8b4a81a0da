import { expect, test } from 'vitest';
import { LARGEST_FILE } from '../../outside/outside.ts';
import { removeUnusedFiles } from './files.jobs.ts';
import { proveNow, runJobs } from '../../test/accounts.ts';
import { done, FORM, refusal, useLoans } from '../../test/loans.ts';
import { jpegPicture, keptPicture, upload } from '../../test/pictures.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, edit, find } = useLoans(world);

const rowsOf = (person: Person) => world.db.selectFrom('files').selectAll().where('ownerId', '=', person.id).execute();

test('a picture may be attached by its sender only', async () => {
  const loan = await newLoan();
  const [own, foreign] = [await keptPicture(world, loan.owner), await keptPicture(world, loan.officer)];
  const profile = await keptPicture(world, loan.owner, 'profileImages');
  for (const image of [foreign, 'proposalImages/nobody-1.webp']) {
    const answer = await edit(loan, loan.owner, { image });
    expect(refusal(answer)).toBe('422 invalid_request');
    expect(answer.body.errors).toEqual([{ path: 'image', message: 'Please choose the picture again.' }]);
    const created = await world.call('POST', '/api/borrow', { as: loan.owner, body: { ...FORM, image } });
    expect(created.body.errors).toEqual([{ path: 'image', message: 'Please choose the picture again.' }]);
  }
  expect(refusal(await edit(loan, loan.owner, { image: profile }))).toBe('422 invalid_request');
  done(await edit(loan, loan.owner, { image: own, imageAlt: ' A boat on the river ' }));
  expect(done(await find(loan))).toMatchObject({
    image: own,
    imageUrl: `/files/${own}`,
    imageAlt: 'A boat on the river',
    imageBlur: 'data:image/webp;base64,AAAA',
  });
  // An attached picture may stay, even when another person sent it.
  await world.db.updateTable('files').set({ ownerId: loan.officer.id }).where('key', '=', own).execute();
  done(await edit(loan, loan.owner, { image: own, title: 'Two boats', imageAlt: '' }));
  expect(done(await find(loan))).toMatchObject({ image: own, imageAlt: null, title: 'Two boats' });
  done(await edit(loan, loan.owner, { image: '' }));
  expect(done(await find(loan))).toMatchObject({ image: null, imageUrl: null, imageBlur: null });
});

test('a new proposal comes with its picture and the words for people who cannot see it', async () => {
  const owner = await world.newPerson();
  const image = await keptPicture(world, owner);
  const create = (fields: object) => world.call('POST', '/api/borrow', { as: owner, body: { ...FORM, ...fields } });
  const { id } = done(await create({ image, imageAlt: 'Two goats' }));
  expect(done(await find({ id } as never, owner))).toMatchObject({ image, imageAlt: 'Two goats' });
  expect((await create({ image, imageAlt: 'x'.repeat(201) })).body.errors[0].path).toBe('imageAlt');
});

test('a profile takes a picture of its own only', async () => {
  const [person, other] = [await world.newPerson(), await world.newPerson()];
  const { phone, id } = person;
  await proveNow(world, person);
  const profile = { firstName: 'A', lastName: 'B', phone, email: `p${id}@example.org`, bio: 'I sew.' };
  const save = (profileImage: string | null) =>
    world.call('PUT', `/api/users/${id}`, { as: person, body: { ...profile, profileImage } });
  for (const key of [await keptPicture(world, other, 'profileImages'), 'profileImages/nobody.webp']) {
    expect((await save(key)).body.errors).toEqual([
      { path: 'profileImage', message: 'Please choose the picture again.' },
    ]);
  }
  const own = await keptPicture(world, person, 'profileImages');
  expect(done(await save(own)).profileImage).toBe(own);
  expect(done(await save(null)).profileImage).toBeNull();
});

test('a picture that was never attached is gone after a day, bytes and all; a shown one stays', async () => {
  const loan = await newLoan();
  const bytes = await jpegPicture();
  const send = async () => done(await upload(world, loan.owner, bytes)).key as string;
  const [shown, unused] = [await send(), await send()];
  done(await edit(loan, loan.owner, { image: shown }));
  const before = world.now;
  await removeUnusedFiles(world.db, world.now);
  expect(await rowsOf(loan.owner)).toHaveLength(2);
  world.now = new Date(before.getTime() + 25 * 3_600_000);
  const fresh = await send();
  await removeUnusedFiles(world.db, world.now);
  await runJobs(world);
  expect((await rowsOf(loan.owner)).map(({ key }) => key).toSorted()).toEqual([shown, fresh].toSorted());
  expect(await world.outside.files.read(unused, [LARGEST_FILE])).toBeNull();
  for (const key of [shown, fresh]) expect(await world.outside.files.read(key, [LARGEST_FILE])).not.toBeNull();
  expect(refusal(await edit(loan, loan.owner, { image: unused }))).toBe('422 invalid_request');
  world.now = before;
});

test('a picture stays as long as any page shows it', async () => {
  const loan = await newLoan();
  const officer = await world.newPerson({ staffOf: [ROI] });
  const [updated, shown, campaign, logo] = [
    await keptPicture(world, loan.owner),
    await keptPicture(world, loan.owner),
    await keptPicture(world, officer, 'campaignImages'),
    await keptPicture(world, officer, 'campaignImages'),
  ];
  const post = async (path: string, as: Person, body: object) => done(await world.call('POST', path, { as, body }));
  await post('/api/borrow/proposalImage', loan.owner, { proposalId: loan.id, image: updated, description: 'Sewn.' });
  await post('/api/borrow/galleryImage', loan.owner, { proposalId: loan.id, image: shown });
  await post('/api/campaign', officer, {
    name: 'Boats',
    description: 'For the river.',
    campaignUrl: 'https://roi.example/boats',
    image: campaign,
    startDate: '2026-01-01',
    endDate: '2026-03-01',
  });
  done(await world.call('PATCH', `/api/mfi?mfiId=${ROI}`, { as: officer, body: { logo } }));
  await removeUnusedFiles(world.db, new Date(world.now.getTime() + 25 * 3_600_000));
  const kept = [...(await rowsOf(loan.owner)), ...(await rowsOf(officer))].map(({ key }) => key);
  expect(kept.toSorted()).toEqual([updated, shown, campaign, logo].toSorted());
});

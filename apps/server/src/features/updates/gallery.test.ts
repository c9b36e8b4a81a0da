import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { keptPicture } from '../../test/pictures.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, decide, history } = useLoans(world);

type Loan = { readonly id: string; readonly owner: Person };

const list = (loan: { id: string }, as: Person | null = null, headers = {}) =>
  world.call('GET', `/api/borrow/galleryImages?proposalId=${loan.id}`, { as, headers });
const add = async (loan: Loan, body: object = {}, as = loan.owner) => {
  const picture = { proposalId: loan.id, image: await keptPicture(world, loan.owner) };
  return world.call('POST', '/api/borrow/galleryImage', { as, body: { ...picture, ...body } });
};
const take = (id: string, as: Person) => world.call('DELETE', `/api/borrow/galleryImage?id=${id}`, { as });

test('the album shows its pictures to all readers in the order they were put in', async () => {
  const loan = await newLoan();
  const first = await add(loan, { alt: 'The market on a Friday' });
  expect(first.status).toBe(201);
  expect(first.body.data).toEqual({
    id: expect.stringMatching(/^\d+$/),
    proposalId: loan.id,
    image: expect.stringMatching(/^proposalImages\//),
    imageUrl: `/files/${first.body.data.image}`,
    imageBlur: 'data:image/webp;base64,AAAA',
    alt: 'The market on a Friday',
  });
  const second = done(await add(loan));
  expect(done(await list(loan))).toEqual([first.body.data, second]);
});

test('R14.5: without words of its own a picture is the photo of its loan, in the language of the reader', async () => {
  const loan = await newLoan();
  done(await add(loan, { alt: '  ' }));
  const altIn = async (language: string) => done(await list(loan, null, { 'accept-language': language }))[0].alt;
  expect(await altIn('en')).toBe('Photo of A sewing machine');
  expect(await altIn('bn')).toBe('A sewing machine-এর ছবি');
  expect(await altIn('ar')).toBe('صورة \u2068A sewing machine\u2069');
});

test('ten pictures are an album, and of ten rivals for the tenth place one gets it', async () => {
  const loan = await newLoan();
  for (let index = 0; index < 9; index += 1) done(await add(loan));
  const images = await Promise.all(Array.from({ length: 10 }, () => keptPicture(world, loan.owner)));
  const body = { proposalId: loan.id };
  const answers = await Promise.all(
    images.map((image) => world.call('POST', '/api/borrow/galleryImage', { as: loan.owner, body: { ...body, image } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(9).fill(409)]);
  const album = done(await list(loan));
  expect(album).toHaveLength(10);
  for (const body of [{}, { image: '' }]) expect(refusal(await add(loan, body))).toBe('409 album_full');
  done(await take(album[0].id, loan.owner));
  done(await add(loan));
  expect(done(await list(loan)).slice(0, 9)).toEqual(album.slice(1));
});

test('a picture is the owner’s own, and named', async () => {
  const loan = await newLoan();
  const foreign = await keptPicture(world, await world.newPerson());
  const answer = await add(loan, { image: foreign });
  expect(answer.body.errors).toEqual([{ path: 'image', message: 'Please choose the picture again.' }]);
  expect(refusal(await add(loan, { image: '' }))).toBe('422 invalid_request');
  expect(refusal(await add(loan, { alt: 'x'.repeat(201) }))).toBe('422 invalid_request');
  expect(done(await list(loan))).toEqual([]);
});

test('T21: the album of a draft is its owner’s alone, and only its owner changes any', async () => {
  const draft = await newLoan({ status: 1 });
  const inDraft = done(await add(draft));
  const open = await newLoan({ status: 3 });
  const inOpen = done(await add(open));
  for (const as of [open.officer, open.backers[0] as Person]) {
    expect(refusal(await list(draft, as))).toBe('404 not_found');
    expect(refusal(await add(draft, {}, as))).toBe('404 not_found');
    expect(refusal(await take(inDraft.id, as))).toBe('404 not_found');
    expect(refusal(await add(open, {}, as))).toBe('403 not_permitted');
    expect(refusal(await take(inOpen.id, as))).toBe('403 not_permitted');
  }
  expect(refusal(await take('987654321', open.owner))).toBe('404 not_found');
  expect(done(await take(inOpen.id, open.owner))).toEqual({ id: inOpen.id });
  expect(refusal(await take(inOpen.id, open.owner))).toBe('404 not_found');
});

test('R2.2, R14.3: staff who read a proposal before a picture came into its album cannot approve that picture', async () => {
  const loan = await newLoan();
  const revision = async () => done(await find(loan, loan.officer)).revision;
  const approve = (read: string) =>
    world.call('POST', `/api/mfi/approveProposal?mfiId=${ROI}&proposalId=${loan.id}&revision=${read}`, {
      as: loan.officer,
    });
  const before = await revision();
  const { id } = done(await add(loan));
  expect(refusal(await approve(before))).toBe('409 changed_meanwhile');
  const after = await revision();
  done(await take(id, loan.owner));
  expect(done(await approve(after)).isMFIApproved).toBe(true);
});

test('R2.4: a picture put into the album takes the approval away as long as no backer is there', async () => {
  const loan = await newLoan({ isApproved: true });
  const { id } = done(await add(loan));
  expect(done(await find(loan, loan.owner)).isMFIApproved).toBe(false);
  done(await decide('approveProposal', loan));
  done(await take(id, loan.owner));
  expect(await history(loan)).toEqual(['created', 'approved', 'approval_withdrawn', 'approved']);
  const backed = await newLoan({ status: 3, isApproved: true });
  done(await add(backed));
  expect(done(await find(backed, backed.owner)).isMFIApproved).toBe(true);
});

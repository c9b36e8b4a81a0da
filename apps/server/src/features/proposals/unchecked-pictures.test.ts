import type { MfiId } from '@sathi/domain/ids.ts';
import { afterEach, expect, test } from 'vitest';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { keptPicture } from '../../test/pictures.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';
import { findSharedProposal } from '../share/share.repository.ts';

const world = useWorld();
const { newLoan, find, decide } = useLoans(world);

const choose = (as: Person, hideUnchecked: unknown) =>
  world.call('PATCH', `/api/mfi?mfiId=${ROI}`, { as, body: { hideUnchecked } });

afterEach(async () => {
  await world.db
    .updateTable('mfis')
    .set({ hideUnchecked: false })
    .where('id', '=', ROI as MfiId)
    .execute();
});

async function withPictures(): Promise<Loan> {
  const owner = await world.newPerson();
  const loan = await newLoan({ owner, form: { image: await keptPicture(world, owner) } });
  const body = { proposalId: loan.id, image: await keptPicture(world, owner) };
  done(await world.call('POST', '/api/borrow/galleryImage', { as: owner, body }));
  const update = { ...body, image: await keptPicture(world, owner), description: 'The cloth has come.' };
  done(await world.call('POST', '/api/borrow/proposalImage', { as: owner, body: update }));
  return loan;
}

/** Counts the pictures that a reader is shown: of the page, of its card in the list (- where it is not there), of the album, of the shared card and of the updates. */
async function seen(loan: Loan, as: Person | null): Promise<string> {
  const [page, list, album, shared, updates] = [
    done(await find(loan, as)),
    done(await world.call('GET', `/api/borrow/${as ? 'proposalsNotByUserAddress' : 'openProposals'}`, { as })),
    done(await world.call('GET', `/api/borrow/galleryImages?proposalId=${loan.id}`, { as })),
    await findSharedProposal(world.db, loan.id as never, null),
    done(await world.call('GET', `/api/borrow/proposalImages?proposalId=${loan.id}`, { as })),
  ];
  const card = list.find(({ id }: { id: string }) => id === loan.id);
  const isThere = (one: { image: string | null } | undefined) => (one === undefined ? '-' : Number(one.image !== null));
  expect([page.imageUrl === null, page.imageBlur === null]).toEqual([page.image === null, page.image === null]);
  const [{ image, imageUrl, imageBlur, description }] = updates;
  expect([imageUrl === null, imageBlur === null, description]).toEqual([
    image === null,
    image === null,
    'The cloth has come.',
  ]);
  return [isThere(page), isThere(card), album.length, isThere(shared), isThere(updates[0])].join(' ');
}

test('R14.3: pictures of a proposal that the office has not checked are shown, unless it chose otherwise', async () => {
  const loan = await withPictures();
  const backer = await world.newPerson();
  expect([await seen(loan, null), await seen(loan, backer)]).toEqual(['1 1 1 1 1', '1 1 1 1 1']);
  expect(done(await choose(loan.officer, true))).toMatchObject({ hideUnchecked: true });
  expect([await seen(loan, null), await seen(loan, backer)]).toEqual(['0 0 0 0 0', '0 0 0 0 0']);
  expect([await seen(loan, loan.owner), await seen(loan, loan.officer)]).toEqual(['1 - 1 0 1', '1 1 1 0 1']);
  done(await decide('approveProposal', loan));
  expect([await seen(loan, null), await seen(loan, backer)]).toEqual(['1 1 1 1 1', '1 1 1 1 1']);
});

test('R14.3: a manager of the institution alone chooses it, with yes or no', async () => {
  const loan = await newLoan();
  expect(refusal(await choose(loan.owner, true))).toBe('403 not_permitted');
  expect(refusal(await choose(loan.officer, 'yes'))).toBe('422 invalid_request');
  expect(done(await world.call('GET', '/api/mfi?name=ROI'))).toMatchObject({ hideUnchecked: false });
});

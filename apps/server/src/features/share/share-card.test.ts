import type { ProposalId } from '@sathi/domain/ids.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { drawing } from '../../test/pictures.ts';
import { useWorld } from '../../test/world.ts';
import { drawCard } from './draw-card.ts';
import { isDrawable } from './drawable-text.ts';

const world = useWorld();
const { newLoan, remove } = useLoans(world);

async function card(id: string) {
  const response = await world.app.inject({ method: 'GET', url: `/share/proposal/${id}.jpg?v=1` });
  return { response, picture: response.rawPayload };
}

test('a public proposal has a card of the size that networks show', async () => {
  const loan = await newLoan({ status: 3 });
  const bytes = await drawing(1600, 900).webp().toBuffer();
  await world.outside.files.write('proposalImages/share-000000000001.webp', { '1600.webp': bytes });
  await world.db
    .updateTable('proposals')
    .set({ image: 'proposalImages/share-000000000001.webp' })
    .where('id', '=', Number(loan.id) as ProposalId)
    .execute();
  const { response, picture } = await card(loan.id);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(picture.length).toBeLessThan(300_000);
  // The colour of the drawing's own background, which no plain card has.
  const { data } = await sharp(picture)
    .extract({ left: 10, top: 10, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data].map((value) => Math.round(value / 17))).toEqual([12, 13, 14]);
});

test('ten at once get the same card, and a new backing changes it', async () => {
  const loan = await newLoan({ status: 2 });
  const first = await Promise.all(Array.from({ length: 10 }, () => card(loan.id)));
  expect(first.map(({ response }) => response.statusCode)).toEqual(Array(10).fill(200));
  const body = { proposalId: loan.id, amount: 70 };
  done(await world.call('POST', '/api/borrow/backProposal', { as: await world.newPerson(), body }));
  expect((await card(loan.id)).picture.equals(first[0]?.picture as Buffer)).toBe(false);
});

test('T21: drafts, deleted proposals and words that are no number have none, also for their owner', async () => {
  const draft = await newLoan({ status: 1 });
  const deleted = await newLoan();
  done(await remove(deleted, deleted.owner));
  for (const name of [
    `${draft.id}.jpg`,
    `${deleted.id}.jpg`,
    '987654321.jpg',
    '0.jpg',
    '1.png',
    '1',
    '-1.jpg',
    '1e3.jpg',
    '..%2f1.jpg',
  ]) {
    expect(refusal(await world.call('GET', `/share/proposal/${name}`, { as: draft.owner })), name).toBe(
      '404 not_found',
    );
  }
});

test('a language that is none, also one with a letter that no text can hold, is as none', async () => {
  const loan = await newLoan();
  const { picture } = await card(loan.id);
  for (const lang of ['%00', 'xx', 'be%00', '%25', 'en&lang=be']) {
    const answer = await world.app.inject({ method: 'GET', url: `/share/proposal/${loan.id}.jpg?lang=${lang}` });
    expect([lang, answer.statusCode, answer.rawPayload.equals(picture)]).toEqual([lang, 200, true]);
  }
});

const PLAIN = { figures: '$0 / $400', mfiName: 'ROI', progress: 0, colour: '#0b6b58', picture: null };
test.each([
  '<b>Bags & boats</b>',
  '</span><span font="200">',
  '&#x202e;&amp;',
  'বাংলা শিরোনাম',
  'عنوان بالعربية',
  'x'.repeat(120),
  'একটি '.repeat(24),
  '\u{10ffff}\u0378',
  '🧵',
])('a card is drawn for any title: %s', async (title) => {
  expect(await sharp(await drawCard({ ...PLAIN, title })).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test('letters that no font has are not written as boxes', async () => {
  // No font has noncharacters, and private letters have no meaning.
  expect(await isDrawable('a\u{e000}')).toBe(true);
  expect(await isDrawable('\u{3fffd}\u{30a00}')).toBe(await isDrawable('\u{30a00}'));
  expect(await isDrawable('')).toBe(true);
});

import { expect, test } from 'vitest';
import { decodeCursor } from '../db/cursor.ts';
import { done, refusal, useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const sealed = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Days that a pattern of digits lets through and no calendar has. */
const IMPOSSIBLE = [
  '2026-02-30T00:00:00.000Z',
  '2025-02-29T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
];
const SORTS = [
  'newest',
  'ending_soon',
  'notifications',
  'updates',
  'backers',
  'history',
  'statement',
  'holdings',
  'campaigns',
  'payments',
  'transactions',
  'payouts',
];

test.each([
  ['an owner', 'notifications?'],
  ['an owner', 'borrow/proposalsByUserAddress?sort=newest'],
  ['an owner', 'borrow/proposalsByUserAddress?sort=ending_soon'],
  ['an owner', 'borrow/proposalsNotByUserAddress?sort=newest'],
  ['an owner', 'borrow/userIgnoredProposals?sort=newest'],
  ['an officer', 'borrow/proposalsByMFIID?mfiId=3&sort=newest'],
  ['an officer', 'borrow/proposalsByMFIID?mfiId=3&sort=ending_soon'],
  ['an owner', 'borrow/history?proposalId=$loan'],
  ['an owner', 'borrow/backersList?proposalId=$loan'],
  ['an owner', 'borrow/proposalPayments?proposalId=$loan'],
  ['an owner', 'borrow/transactions?proposalId=$loan'],
  ['an owner', 'borrow/statement?'],
  ['an owner', 'borrow/portfolio/loans?'],
  ['an officer', 'mfi/payouts?mfiId=3'],
  ['an officer', 'campaign/?mfiId=3'],
  ['a visitor', 'borrow/proposalImages?proposalId=$loan'],
])('a cursor of %s with an instant that no calendar has is refused: %s', async (who, address) => {
  const loan = await newLoan({ status: 5 });
  const as = { 'an owner': loan.owner, 'an officer': loan.officer, 'a visitor': null }[who];
  const url = `/api/${address.replace('$loan', loan.id)}`;
  done(await world.call('GET', url, { as: as ?? null }));
  for (const instant of IMPOSSIBLE) {
    for (const sort of SORTS) {
      const answer = await world.call('GET', `${url}&cursor=${sealed(sort, instant, 1)}`, { as: as ?? null });
      expect([sort, instant, refusal(answer)]).toEqual([sort, instant, '422 invalid_request']);
    }
  }
});

test.each([
  ['an officer', 'mfi/awaited?mfiId=3', 'awaited'],
  ['an owner', 'messages/conversations?', 'conversations'],
  ['an officer', 'campaign/?campaignId=$campaign', 'campaign'],
])('a cursor of %s with the largest numbers is a page like any other: %s', async (who, address, sort) => {
  const { officer, owner } = await newLoan({ status: 2 });
  const as = who === 'an owner' ? owner : officer;
  const urls = { campaignUrl: 'https://roi.example/eid', donationUrl: 'https://roi.example/give' };
  const body = { name: 'Spring', description: 'Seeds', startDate: '2026-01-01', endDate: '2026-06-01', ...urls };
  const campaign = done(await world.call('POST', '/api/campaign', { as: officer, body })).id;
  const url = `/api/${address.replace('$campaign', campaign)}`;
  for (const value of [2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    for (const id of [value, 1]) {
      const { status } = await world.call('GET', `${url}&cursor=${sealed(sort, value, id)}`, { as });
      expect([value, id, status]).toEqual([value, id, 200]);
    }
  }
});

test('a cursor with a real instant is read', () => {
  const value = '2024-02-29T23:59:59.999Z';
  expect(decodeCursor(sealed('newest', value, 7), 'newest', 'instant')).toEqual({ sort: 'newest', value, id: 7 });
});

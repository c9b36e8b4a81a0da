import { describe, expect, test } from 'vitest';
import { type CampaignGifts, giftRefusal, lendableGiftCents } from './gifts.ts';
import type { CampaignId } from './ids.ts';
import { cents } from './money.ts';

const gifts = (id: number, given: number, out: number, isArchived = false): CampaignGifts => ({
  campaignId: id as CampaignId,
  isArchived,
  givenCents: cents(given),
  outCents: cents(out),
});
const lendable = (credit: number, campaigns: readonly CampaignGifts[], id: number | null) =>
  lendableGiftCents(cents(credit), campaigns, id as CampaignId | null);

describe('the gifts that the fund may lend (R25.7)', () => {
  test('a campaign lends what was given to it and is not lent, the institution the rest of the credit', () => {
    const both = [gifts(1, 700, 200), gifts(2, 300, 300)];
    expect([1, 2, 3, null].map((id) => lendable(900, both, id))).toEqual([500, 0, 0, 400]);
  });

  test('the gifts of an archived campaign are the institution’s', () => {
    const one = [gifts(1, 700, 200, true)];
    expect([1, null].map((id) => lendable(500, one, id))).toEqual([0, 500]);
  });

  test('credit below what campaigns were given, or below zero, bounds them', () => {
    const one = [gifts(1, 700, 0)];
    expect([1, null].map((id) => lendable(600, one, id))).toEqual([600, 0]);
    expect([1, null].map((id) => lendable(-1, one, id))).toEqual([0, 0]);
  });
});

test('a gift is of credit that is there, without what nobody else has confirmed (R25.10)', () => {
  const of = (amount: number, credit: number, unsure = 0) =>
    giftRefusal(cents(amount), { creditCents: cents(credit), unsureCents: cents(unsure) });
  expect([of(1, 1), of(700, 2200, 1500)]).toEqual([null, null]);
  expect([of(0, 5), of(-1, 5)]).toEqual(['amount_not_positive', 'amount_not_positive']);
  expect([of(6, 5), of(1, 0), of(1, -5)]).toEqual(Array.from({ length: 3 }, () => 'amount_above_credit'));
  expect([of(701, 2200, 1500), of(1, 5, 9)]).toEqual(['paid_in_lately', 'paid_in_lately']);
});

import type { CampaignId } from './ids.ts';
import { addCents, cents, type Cents, smallerCents, subtractCents, ZERO_CENTS } from './money.ts';

/** The gifts to one campaign: the sum of them, and the part that borrowers of the fund still owe. */
export type CampaignGifts = {
  readonly campaignId: CampaignId;
  readonly isArchived: boolean;
  readonly givenCents: Cents;
  readonly outCents: Cents;
};

/**
 * The gifts that may be lent now: to one campaign, or with null to the institution, to which those of archived campaigns belong
 * too. All of them together are the credit of the fund (R25.7).
 */
export function lendableGiftCents(
  fundCreditCents: Cents,
  campaigns: readonly CampaignGifts[],
  campaignId: CampaignId | null,
): Cents {
  const credit = atLeastZero(fundCreditCents);
  const standing = campaigns.filter(({ isArchived }) => !isArchived);
  if (campaignId === null) {
    return atLeastZero(subtractCents(credit, addCents(ZERO_CENTS, ...standing.map(restCents))));
  }
  const gifts = standing.find((one) => one.campaignId === campaignId);
  return gifts === undefined ? ZERO_CENTS : smallerCents(credit, restCents(gifts));
}

function restCents({ givenCents, outCents }: CampaignGifts): Cents {
  return atLeastZero(subtractCents(givenCents, outCents));
}

function atLeastZero(amount: Cents): Cents {
  return cents(Math.max(0, amount));
}

export type GiftRefusal = 'amount_not_positive' | 'amount_above_credit' | 'paid_in_lately';

/** May a person give this much of their credit? Money of which nobody else has said that it came is not given (R25.10). */
export function giftRefusal(
  amountCents: Cents,
  { creditCents, unsureCents }: { readonly creditCents: Cents; readonly unsureCents: Cents },
): GiftRefusal | null {
  if (amountCents <= 0) return 'amount_not_positive';
  if (amountCents > creditCents) return 'amount_above_credit';
  return amountCents > giveableCents({ creditCents, unsureCents }) ? 'paid_in_lately' : null;
}

/** The credit without what is held back of it. */
export function giveableCents({
  creditCents,
  unsureCents,
}: {
  readonly creditCents: Cents;
  readonly unsureCents: Cents;
}): Cents {
  return atLeastZero(subtractCents(creditCents, unsureCents));
}

import { randomUUID } from 'node:crypto';
import type { CampaignId, GiftId, MfiId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { Change } from '../../http/call.ts';
import { postJournals } from '../../ledger/ledger.ts';
import { insertGift } from './gifts.repository.ts';

type Gift = {
  readonly mfiId: MfiId;
  readonly fundId: UserId;
  readonly campaignId: CampaignId | null;
  readonly amountCents: Cents;
};

/** Credit becomes credit of the fund, for ever (R25.7). Both wallets are locked. */
export async function giveCredit(
  { tx, viewer: { id: userId }, now: at, attempt }: Change,
  { mfiId, fundId, campaignId, amountCents }: Gift,
): Promise<GiftId> {
  const giftId = await insertGift(tx, { mfiId, userId, campaignId, amountCents, givenAt: at });
  await postJournals(tx, [
    {
      proposalId: null,
      mfiId,
      kind: 'given',
      amountCents,
      actorId: userId,
      idempotencyKey: attempt.key ?? randomUUID(),
      requestHash: attempt.requestHash,
      giftId,
      at,
      movements: [
        { from: { kind: 'wallet', userId, mfiId }, to: { kind: 'wallet', userId: fundId, mfiId }, amountCents },
      ],
    },
  ]);
  return giftId;
}

import type { HiddenThing } from '@sathi/contract/reports.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import type { Proposal, SignedIn } from '@sathi/domain/proposals.ts';
import { appealRefusal, standingDeadline } from '@sathi/domain/reports.ts';
import type { z } from 'zod';
import type { AppSecret } from '../../config/secret.ts';
import { picturePass } from '../../http/picture-pass.ts';
import type { HiddenRow } from './reports.repository.ts';

type Around = Pick<Proposal, 'mfiId' | 'ownerId'> & { readonly timeZone: string; readonly isBackedByReader: boolean };
type Passing = { readonly secret: AppSecret; readonly now: Date };

/** The hidden things around a proposal, as one of those who still see them is told of them (R34.6). */
export function hiddenAnswers(
  rows: readonly HiddenRow[],
  viewer: SignedIn,
  { mfiId, timeZone, ownerId: proposalOwnerId, isBackedByReader }: Around,
  { secret, now }: Passing,
): z.output<typeof HiddenThing>[] {
  return rows.flatMap((row) => {
    const { id, kind, thing, image, state, hiddenAt, deadlineBefore, ownerId, decisionReason } = row;
    if (hiddenAt === null || (state !== 'hidden' && state !== 'hidden_for_good')) return [];
    const readsReason = viewer.id === ownerId || isStaffOf(viewer, mfiId);
    // A message is hidden from the readers of its conversation, a backer among them.
    const isOfTheOwner = kind !== 'message' && ownerId === proposalOwnerId;
    const isInside = isOfTheOwner && (viewer.id === proposalOwnerId || isBackedByReader);
    if (!readsReason && !isInside) return [];
    const stands = state === 'hidden' && deadlineBefore !== null;
    return {
      id,
      kind,
      thing,
      words: row.words,
      image,
      picturePass: image === null ? null : picturePass(secret, image, now),
      state,
      hiddenAt,
      deadlineStandsUntil: stands ? standingDeadline(hiddenAt, timeZone) : null,
      reason: readsReason ? decisionReason : null,
      appealedAt: readsReason ? row.appealedAt : null,
      answer: readsReason ? row.answer : null,
      mayAppeal: appealRefusal(viewer, row) === null,
    };
  });
}

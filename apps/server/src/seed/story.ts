import type { MfiId, ProposalId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { AppSecret, Keyring } from '../config/secret.ts';
import type { Tx } from '../db/db.ts';
import { found } from '../errors/refusal-error.ts';
import { lockProposal } from '../features/proposals/proposals.repository.ts';
import type { DaysAgo, SeedLoan } from './loan.ts';
import { seedChange } from './seed-change.ts';
import type { SeededPeople } from './seed-people.ts';
import type { PictureKeys } from './store-pictures.ts';

/** An event at one moment. The events of all loans are done in the order of time. */
export type Step = { readonly daysAgo: DaysAgo; readonly run: (now: Date) => Promise<unknown> };

export type SeedContext = {
  readonly tx: Tx;
  readonly people: SeededPeople;
  readonly pictures: PictureKeys;
  /** Encrypts where a withdrawal goes. */
  readonly sealKeys: Keyring;
  readonly teller: { readonly secret: AppSecret; readonly origin: string };
};

/** `second` confirms what takes two people. */
export type Officer = { readonly viewer: SignedIn; readonly second: SignedIn; readonly mfiId: MfiId };
export type Story = SeedContext & Officer & { readonly loan: SeedLoan; readonly id: () => ProposalId };

/** One act on the proposal of the story, which is read anew each time. */
export async function onProposal({ tx, id }: Story, viewer: SignedIn, now: Date) {
  return { ...seedChange(tx, viewer, now), proposal: found(await lockProposal(tx, id())) };
}

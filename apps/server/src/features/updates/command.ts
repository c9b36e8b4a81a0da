import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Attempt } from '../../http/idempotency.ts';

/** Who asks, when, and as which attempt. */
export type Command = { readonly viewer: SignedIn; readonly attempt: Attempt; readonly now: Date };

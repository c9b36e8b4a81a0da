import type { CallName } from '@sathi/contract/calls.ts';
import type { Loan } from '../loans.ts';
import type { Person } from '../world.ts';

/** Visitor, stranger, backer, owner, staff of the loan's MFI, staff of another. A dead token is tried for every call besides. */
export const ACTORS = ['V', 'U', 'B', 'O', 'S', 'X'] as const;
export type Actor = (typeof ACTORS)[number];

/** `open` is published, `whole` fully backed, `ready` that and approved; everything from `locked` on is backed by B. */
export type Target = 'open' | 'locked' | 'whole' | 'ready' | 'funded' | 'repaid' | 'draft' | 'deleted' | 'missing';

/** What a cell's request is made of. */
export type Cell = {
  /** Null for a visitor and for a dead token. */
  readonly as: Person | null;
  readonly loan: Loan;
  /** Somebody who is neither the caller nor anybody else here. */
  readonly other: Person;
  /** Pending on a funded loan, approved on a repaid one, else one that does not exist. */
  readonly paymentId: string;
  readonly withdrawalId: string;
  /** Uploaded by the owner of the loan. */
  readonly image: string;
  /** Of the loan; one that does not exist where there is no loan. */
  readonly updateId: string;
  readonly galleryImageId: string;
  /** The owner's, in the conversation of the loan. */
  readonly messageId: string;
  /** Of ROI, unpublished. */
  readonly campaignId: string;
  /** A different number for each request. */
  readonly serial: number;
};

export type Wire = {
  readonly query?: Record<string, unknown>;
  readonly params?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  /** In place of a body: a picture. */
  readonly bytes?: Buffer;
};

/** Expected codes in the order of `ACTORS`. */
export type Codes = string;

export type Row = {
  readonly call: CallName;
  /** Which of several ways to make the call. */
  readonly variant?: string;
  readonly request: (cell: Cell) => Wire;
  /** For calls about a loan: codes for each state of it. */
  readonly on?: Partial<Record<Target, Codes>>;
  /** For all others. */
  readonly codes?: Codes;
};

export const STRANGER_TO_ALL = '401 404 404 404 404 404';

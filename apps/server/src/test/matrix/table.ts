import type { CallName } from '@sathi/contract/calls.ts';
import type { Loan } from '../loans.ts';
import type { Person } from '../world.ts';

/** Visitor, stranger, backer, owner, staff of the loan's MFI, staff of another. A dead token is tried for every call besides. */
export const ACTORS = ['V', 'U', 'B', 'O', 'S', 'X'] as const;
export type Actor = (typeof ACTORS)[number];

/** `open` is published, `whole` fully backed, `ready` that and approved; from `locked` on B is a backer. */
export type Target = 'open' | 'locked' | 'whole' | 'ready' | 'funded' | 'repaid' | 'draft' | 'deleted' | 'missing';

/** The parts that a cell's request is made of. */
export type Cell = {
  /** Null for a visitor and for a dead token. */
  readonly as: Person | null;
  readonly loan: Loan;
  /** A person who is neither the caller nor any other actor here. */
  readonly other: Person;
  /** A payment: pending on a funded loan, approved on a repaid one, else one that does not exist. */
  readonly paymentId: string;
  /** The backer's. */
  readonly backingId: string;
  readonly withdrawalId: string;
  /** Uploaded by the owner of the loan. */
  readonly image: string;
  /** An update of the loan; one that does not exist where there is no loan. */
  readonly updateId: string;
  readonly galleryImageId: string;
  /** The owner's, in the conversation of the loan. */
  readonly messageId: string;
  /** An unpublished campaign of ROI. */
  readonly campaignId: string;
  /** A different number for each request. */
  readonly serial: number;
};

export type Wire = {
  readonly query?: Record<string, unknown>;
  readonly params?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  /** A picture in place of a body. */
  readonly bytes?: Buffer;
};

/** Expected codes in the order of `ACTORS`. */
export type Codes = string;

export type Row = {
  readonly call: CallName;
  /** The way to make the call, if there are several. */
  readonly variant?: string;
  readonly request: (cell: Cell) => Wire;
  /** The codes of a call about a loan, for each state of it. */
  readonly on?: Partial<Record<Target, Codes>>;
  /** The codes of a call about no loan. */
  readonly codes?: Codes;
};

export const STRANGER_TO_ALL = '401 404 404 404 404 404';
export const STAFF_ONLY = '401 403 403 403 200 403';
export const SIGNED_IN = '401 200 200 200 200 200';
export const NOT_FOR_OTHERS = '401 403 403 403 403 403';
export const NOT_FOUND_FOR_OTHERS = '401 404 404 404 404 404';
export const EVERYBODY = '200 200 200 200 200 200';
/** An id that nothing has. */
export const MISSING = '987654321';

/** A body that is a list. */
export const list = (...items: readonly object[]) => items as unknown as Record<string, unknown>;

/** A call about the caller, and the same about somebody else. */
export const own = (call: Row['call']): Row[] => [
  { call, request: () => ({}), codes: SIGNED_IN },
  {
    call,
    variant: 'of somebody else',
    request: ({ other }) => ({ query: { userId: other.id } }),
    codes: NOT_FOR_OTHERS,
  },
];

export const nothing = (): Wire => ({});

import { type Cell, type Codes, STRANGER_TO_ALL, type Target, type Wire } from './table.ts';

const PUBLIC_STATES = ['open', 'locked', 'whole', 'ready', 'funded', 'repaid'] as const;
export const GONE = { deleted: STRANGER_TO_ALL, missing: STRANGER_TO_ALL } as const;

/** The same codes in every public state but those named. */
export function states(codes: Codes, others: Partial<Record<Target, Codes>>): Partial<Record<Target, Codes>> {
  return { ...Object.fromEntries(PUBLIC_STATES.map((state) => [state, codes])), ...GONE, ...others };
}

export const id = ({ loan }: Cell): Wire => ({ query: { id: loan.id } });
export const proposalId = ({ loan }: Cell): Wire => ({ query: { proposalId: loan.id } });
export const asStaff = ({ loan }: Cell): Wire => ({ query: { mfiId: '3', proposalId: loan.id } });
export const money = ({ loan }: Cell): Wire => ({ body: { proposalId: loan.id, amount: 1 } });
export const thanks = (cell: Cell): Wire => ({ body: { ...proposalId(cell).query, sendToMail: 'nobody@example.org' } });
export const payment = ({ loan, paymentId }: Cell): Wire => ({ query: { proposalId: loan.id, id: paymentId } });

export const OWNERS_CHANGE = states('401 403 403 409 403 403', {
  open: '401 403 403 200 403 403',
  draft: '401 404 404 200 404 404',
});
export const IGNORING = states('401 409 409 403 409 409', {
  open: '401 200 200 403 200 200',
  locked: '401 200 200 403 200 200',
  draft: '401 404 404 403 404 404',
});
export const READ_BY_PARTIES = states('401 403 200 200 200 403', {
  open: '401 403 403 200 200 403',
  draft: '401 404 404 200 404 404',
});
export const READ_BY_OWNER_AND_STAFF = states('401 403 403 200 200 403', { draft: '401 404 404 200 404 404' });
export const OWNERS_DRAFT = { draft: '401 404 404 409 404 404' } as const;
export const NO_DRAFT_FOR_STAFF = { draft: '401 404 404 403 404 404' } as const;
export const DECISION = states('401 403 403 403 404 403', {
  funded: '401 403 403 403 200 403',
  repaid: '401 403 403 403 409 403',
  ...NO_DRAFT_FOR_STAFF,
});

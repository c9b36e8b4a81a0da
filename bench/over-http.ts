import type { ProposalId } from '@sathi/domain/ids.ts';
import { addProposal } from './books.ts';
import { loadOverHttp } from './http-load.ts';
import { BACKERS_AT_ONCE, batchedSide, type Crowd } from './investing.ts';
import type { Claim } from './measure.ts';

/** The part of the database path's rate that is left after sockets, sessions and schemas. */
export function overHttpClaim(crowd: Crowd, url: string): Claim {
  let proposalId: ProposalId;
  return {
    title: `backings of one proposal over HTTP, ${BACKERS_AT_ONCE} connections, postgres`,
    unit: 'backings/s',
    above: {
      name: 'over HTTP',
      prepare: async () => {
        proposalId = await addProposal(crowd.books, crowd.owner.id);
      },
      measure: (seconds) =>
        loadOverHttp({
          url,
          connections: BACKERS_AT_ONCE,
          seconds,
          withKeys: true,
          requests: crowd.people.map(({ token }) => ({
            method: 'POST',
            path: '/api/borrow/backProposal',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ proposalId: String(proposalId), amount: 1 }),
          })),
        }),
    },
    below: batchedSide(crowd),
    required: 0.5,
    aim: 0.65,
  };
}

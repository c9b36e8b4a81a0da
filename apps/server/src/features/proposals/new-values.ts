import type { createProposal } from '@sathi/contract/proposals.ts';
import type { BodyOf } from '@sathi/contract/endpoint.ts';
import type { AskedSum } from './asked-sum.ts';
import type { ProposalValues } from './proposals.service.ts';

/** The values of a new proposal: what its form says, or is silent about. */
export function newValues(body: BodyOf<typeof createProposal>, asked: AskedSum): ProposalValues {
  const { title, description, monthsToRepay, startDate, image, imageAlt } = body;
  const { place = null, category = null, storyLanguage = null, acceptPartial = false } = body;
  return {
    title,
    description,
    monthsToRepay,
    neededOn: startDate,
    ...asked,
    image: image || null,
    imageAlt: imageAlt || null,
    place,
    category,
    storyLanguage,
    acceptPartial,
  };
}

import { type TextKey, useText } from '../../../lib/text.tsx';
import { inWords } from '../../../lib/use-form.ts';
import type { DraftProblem, DraftProblems, ProposalDraft } from './proposal-draft.ts';

const PROBLEM_TEXT: Record<Exclude<DraftProblem, 'outside_limits'>, TextKey> = {
  required: 'common.required',
  amount_below_one: 'proposal.problem.amountBelowOne',
  amount_too_large: 'proposal.problem.amountTooLarge',
  amount_malformed: 'proposal.problem.amountMalformed',
  months_out_of_range: 'proposal.problem.monthsOutOfRange',
  too_long: 'common.tooLong',
};

/** Tells `useForm` the problems of a draft in the reader's words; `outside` is that of an amount outside the limits. */
export function useDraftProblems(problemsOf: (draft: ProposalDraft) => DraftProblems, outside = '') {
  const { t } = useText();
  const say = (problem: DraftProblem) => (problem === 'outside_limits' ? outside : t(PROBLEM_TEXT[problem]));
  return (draft: ProposalDraft) => inWords(problemsOf(draft), say);
}

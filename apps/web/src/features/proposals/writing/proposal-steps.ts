import { draftProblems, type DraftProblems, type ProposalDraft } from './proposal-draft.ts';

type Field = keyof ProposalDraft;

/** The fields that each step of a new proposal asks for, in the order of the specification; the last shows them all. */
export const STEPS: readonly (readonly Field[])[] = [
  ['image', 'imageAlt'],
  ['title', 'place', 'category', 'storyLanguage'],
  ['amount', 'monthsToRepay', 'startDate'],
  ['description'],
  [],
];
export const LAST_STEP = STEPS.length - 1;

/** The problems of the fields of one step; of all fields at the last step, which sends them. */
export function problemsOfStep(draft: ProposalDraft, step: number): DraftProblems {
  const problems = draftProblems(draft);
  if (step === LAST_STEP) return problems;
  return Object.fromEntries(Object.entries(problems).filter(([field]) => STEPS[step]?.includes(field as Field)));
}

/** The number of steps, from the first on, that have no problem; at most {@link LAST_STEP}. */
export function filledSteps(draft: ProposalDraft): number {
  const problems = draftProblems(draft);
  return firstStepWith((field) => field in problems) ?? LAST_STEP;
}

export function firstStepWith(isWrong: (field: Field) => boolean): number | undefined {
  const step = STEPS.findIndex((fields) => fields.some(isWrong));
  return step < 0 ? undefined : step;
}

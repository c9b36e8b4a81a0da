import type { z } from 'zod';

export type FieldProblemEntry = { readonly path: string; readonly problem: string };
type Issue = z.core.$ZodIssue;

/** More than any form has fields; the names of unknown ones come from the sender, who shall not choose how much is answered. */
const PROBLEMS_MAX = 12;
const PATH_LENGTH_MAX = 40;

/** The problems of a body as codes with field paths, a bounded number of them; the error handler puts them into words. */
export function fieldProblems(error: z.ZodError): FieldProblemEntry[] {
  return error.issues
    .flatMap((issue) => problemsOf(issue, []))
    .slice(0, PROBLEMS_MAX)
    .map(({ path, problem }) => ({ path: path.slice(0, PATH_LENGTH_MAX), problem }));
}

function problemsOf(issue: Issue, parents: readonly PropertyKey[]): FieldProblemEntry[] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].map(String).join('.'), problem: 'unknown_field' }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The form that is nearest to what was sent explains best.
    const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
    const nested = nearest.flatMap((inner) => problemsOf(inner as Issue, path));
    return nested.some((entry) => entry.path !== path.map(String).join('.')) || nested.length === 0
      ? nested
      : [{ path: path.map(String).join('.'), problem: issue.message }];
  }
  return [{ path: path.map(String).join('.'), problem: issue.message }];
}

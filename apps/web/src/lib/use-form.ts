import { useState } from 'react';
import type { ApiError } from './api.ts';

/**
 * The problems by field. `true` marks a wrong value whose problem is told beside the field already, as a counter tells
 * of too many letters.
 */
export type Problems<Values> = { readonly [Field in keyof Values]?: string | boolean | undefined };

type Texts<Values> = { [Field in keyof Values]: Values[Field] extends string ? Field : never }[keyof Values];

export type FormState<Values extends object> = ReturnType<typeof useForm<Values>>;

/**
 * Values as they are typed, and their problems, which are told from the first attempt to send on. `state` holds the values,
 * most often it is `useState`; the messages of a `refusal` stand at their fields.
 */
export function useForm<Values extends object>(
  [values, change]: readonly [Values, (change: (before: Values) => Values) => void],
  problemsOf: (values: Values) => Problems<Values>,
  refusal: ApiError | null = null,
) {
  const [wasAttempted, setAttempted] = useState(false);
  const problems = problemsOf(values);
  const isWrong = Object.values(problems).some(Boolean);
  const set = (changed: Partial<Values>) => change((before) => ({ ...before, ...changed }));
  const errorAt = (field: keyof Values): string | undefined => {
    const problem = wasAttempted && problems[field];
    return typeof problem === 'string' ? problem : refusal?.messageFor(String(field));
  };
  return {
    values,
    set,
    isWrong,
    errorAt,
    /** The properties of a text control. */
    field: (name: Texts<Values>) => ({
      value: values[name] as string,
      onValueChange: (value: string) => set({ [name]: value } as Partial<Values>),
      error: errorAt(name),
    }),
    /** Goes on with right values, and shows the problems otherwise. */
    attempt: (goOn: () => void) => {
      setAttempted(true);
      if (!isWrong) goOn();
    },
    /** Begins anew, as after saving, with the `fresh` values, or with other ones that the state has by itself. */
    restart: (fresh?: Values) => {
      setAttempted(false);
      if (fresh) change(() => fresh);
    },
  };
}

/** Puts problems, which are codes or keys of texts, into words. */
export function inWords<Field extends string, Problem>(
  problems: Partial<Record<Field, Problem>>,
  say: (problem: Problem) => string,
): Partial<Record<Field, string>> {
  const found = Object.entries<Problem | undefined>(problems);
  return Object.fromEntries(found.flatMap(([field, problem]) => (problem ? [[field, say(problem)]] : []))) as Partial<
    Record<Field, string>
  >;
}

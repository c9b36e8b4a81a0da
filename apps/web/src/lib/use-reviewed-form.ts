import { useEffect, useState } from 'react';
import { type ApiError, isUndecided } from './api.ts';
import { type Problems, useForm } from './use-form.ts';

/**
 * A form that is read once more before it is sent, as all about money is (WCAG 3.3.4). A refusal that names a field leads
 * back to it, and typing takes away the refusal of the last attempt. An attempt without an answer may have changed the
 * limits itself: only the server judges its repetition.
 */
export function useReviewedForm<Values extends object>(
  state: Parameters<typeof useForm<Values>>[0],
  problemsOf: (values: Values) => Problems<Values>,
  sending: { error: ApiError | null; reset: () => void },
) {
  const [values, change] = state;
  const { error } = sending;
  const typed = (changed: (before: Values) => Values) => {
    change(changed);
    if (error !== null) sending.reset();
  };
  const form = useForm<Values>([values, typed], isUndecided(error) ? () => ({}) : problemsOf, error);
  const [isReviewing, setReviewing] = useState(false);
  const isMarked = error?.errors.some(({ path }) => path in values) ?? false;
  useEffect(() => {
    if (isMarked) setReviewing(false);
  }, [error, isMarked]);
  const back = () => setReviewing(false);
  return {
    ...form,
    isReviewing,
    review: () => form.attempt(() => setReviewing(true)),
    back,
    /** The limits may have changed while the review was read. */
    confirm: (send: () => void) => (form.isWrong ? back() : send()),
  };
}

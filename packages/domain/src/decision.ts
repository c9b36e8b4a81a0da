/**
 * A rule's answer: the change to make, or the one reason it may not be made.
 *
 * A refusal is an expected outcome and a value. A thrown error is a fault.
 */
export type Decision<Change, Refusal extends string> =
  | { readonly ok: true; readonly change: Change }
  | { readonly ok: false; readonly refusal: Refusal };

export function allow<const Change>(change: Change): { readonly ok: true; readonly change: Change } {
  return { ok: true, change };
}

export function refuse<const Refusal extends string>(
  refusal: Refusal,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}

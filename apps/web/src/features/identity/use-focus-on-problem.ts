import { useEffect } from 'react';

/** Leads to the first wrong field where a problem is found later than the press of the button, such as by the service. */
export function useFocusOnProblem(...causes: readonly unknown[]): void {
  useEffect(() => {
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names the values that may bring a problem
  }, causes);
}

import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { keepMark } from './back-closes.ts';

/**
 * The steps of one page, the first being 0, each an entry of the browser's history: its Back leads to the step before. No
 * step is shown before those before it are filled, as after a reload, which may lose what was typed.
 */
export function useSteps(filled: number, last: number) {
  const [path, navigate] = useLocation();
  const state: unknown = useHistoryState();
  const wanted = stepIn(state);
  const step = Math.min(wanted, filled, last);
  useEffect(() => {
    if (wanted > step) navigate(path, { replace: true, state: withStep(state, step) });
  }, [wanted, step, path, state, navigate]);
  return {
    step,
    // The entry of a closed dialog becomes the one of the next step, or is one more to go back.
    goOn: () => navigate(path, { replace: keepMark(), state: withStep(history.state, step + 1) }),
    goBackTo: (earlier: number) => history.go(earlier - step - Number(keepMark())),
    /** Goes to another page for good: Back leads from there to the page before the first step. */
    leaveFor: (address: string) => {
      const leave = () => navigate(address, { replace: true });
      // The browser's Back may have been pressed while the answer was on its way.
      const entries = stepIn(history.state) + Number(keepMark());
      if (entries === 0) return leave();
      addEventListener('popstate', leave, { once: true });
      history.go(-entries);
    },
  };
}

/** History state outlives a release and may have any form. */
function stepIn(state: unknown): number {
  const { step } = (state ?? {}) as { step?: unknown };
  return typeof step === 'number' && step >= 0 ? Math.floor(step) : 0;
}

/** The rest of the entry, such as the page to return to, goes along. */
function withStep(state: unknown, step: number) {
  return { ...(typeof state === 'object' && state), step };
}

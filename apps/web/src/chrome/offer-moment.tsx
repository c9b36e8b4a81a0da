import { DAY_MS } from '@sathi/domain/durations.ts';
import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../lib/session.ts';
import type { OfferProps } from './offer.tsx';

/** The card comes unasked, so nothing is said where it does not come. */
const Offer = lazy<ComponentType<OfferProps>>(() => import('./offer.tsx').catch(() => ({ default: Nothing })));

const Nothing = () => null;

const OFFERED = 'offered';
const REST_MS = 90 * DAY_MS;

type Sent = { mutationKey?: readonly unknown[] | undefined; variables: unknown };

/**
 * Waits for a success of the person, then offers once to have Sathi at hand; not again for 90 days, whatever became of it. It
 * stays from page to page until it is answered, but for the page that asks for a password.
 */
export function OfferMoment() {
  const cache = useQueryClient().getMutationCache();
  const [path] = useLocation();
  const { user } = useSession();
  const [isDue, setDue] = useState(false);
  useEffect(
    () =>
      cache.subscribe(({ type, mutation, ...event }) => {
        const isDone = type === 'updated' && 'action' in event && event.action.type === 'success';
        if (!isDone || Date.now() - Number(localStorage.getItem(OFFERED)) < REST_MS) return;
        const { mutationKey } = mutation!.options;
        if (isSuccess({ mutationKey, variables: mutation!.state.variables })) setDue(true);
      }),
    [cache],
  );
  if (!isDue || user === null || /password/i.test(path)) return null;
  return (
    <Suspense fallback={null}>
      <Offer onShown={() => localStorage.setItem(OFFERED, String(Date.now()))} onClose={() => setDue(false)} />
    </Suspense>
  );
}

/** A backing, a repayment that was entered, or a published proposal. */
function isSuccess({ mutationKey: [name] = [], variables }: Sent): boolean {
  if (name === 'backProposal' || name === 'enterPayment') return true;
  const { status } = (variables as { body?: { status?: unknown } } | undefined)?.body ?? {};
  return (name === 'createProposal' || name === 'updateProposal') && status === PROPOSAL_STATUS.published;
}

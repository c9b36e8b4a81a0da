import { Component, type ReactNode, Suspense } from 'react';
import { useIsComplete } from '../lib/use-is-complete.ts';

/** Around what comes later and may fail to come, as without a connection: the page stands without it. */
export class Optional extends Component<{ fallback?: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}

/**
 * What the server does not draw. It comes once what was drawn first is there with its picture, and does not share the
 * network with it. `fallback` keeps its place.
 */
export function AfterFirstPaint({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  return useIsComplete() ? <Optional fallback={fallback}>{children}</Optional> : fallback;
}

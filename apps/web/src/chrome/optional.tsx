import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';

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

/** What the server does not draw and the first paint does not wait for. `fallback` keeps its place. */
export function AfterFirstPaint({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted ? <Optional fallback={fallback}>{children}</Optional> : fallback;
}

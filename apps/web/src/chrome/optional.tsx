import { Component, type ReactNode, Suspense } from 'react';

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

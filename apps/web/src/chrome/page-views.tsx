import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { countPageView, type CountedRoute } from '../lib/count-page-view.ts';
import { useText } from '../lib/text.tsx';
import { findRoute } from '../routes.tsx';

/** Pages for developers are not counted. */
const UNCOUNTED = /^\/dev\//;

/** Counts each page that is opened, by the pattern of its address: the address itself may hold a phone. */
export function PageViews() {
  const [path] = useLocation();
  const { locale } = useText();
  const pattern = findRoute(path)?.pattern;
  useEffect(() => {
    // The patterns of the routes are those of the contract: a test compares them.
    if (pattern !== undefined && !UNCOUNTED.test(pattern)) countPageView(pattern as CountedRoute, locale);
  }, [path, pattern, locale]);
  return null;
}

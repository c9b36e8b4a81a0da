import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../test/render-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

// React tells the console of each fault.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new Error('The file did not come.');
}

test.each([
  { onLine: true, title: 'Something went wrong' },
  { onLine: false, title: 'Not on this device yet' },
])('a page that fails says "$title" ($onLine)', async ({ onLine, title }) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  const screen = await renderPage(
    <ErrorBoundary path="/">
      <Broken />
    </ErrorBoundary>,
    { path: '/' },
  );
  await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

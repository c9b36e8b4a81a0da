import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../test/render-page.tsx';
import { ErrorState } from './error-state.tsx';

afterEach(() => vi.restoreAllMocks());

const show = () => renderPage(<ErrorState text="Please wait a minute." onRetry={() => undefined} />, { path: '/' });

test('a failure is told with its reason', async () => {
  const screen = await show();
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/^This could not be loaded\.Please wait a minute\./);
});

test('without a network the device is told to lack it, and nothing is blamed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const screen = await show();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Not on this device yetIt opens when you are connected.Try again');
});

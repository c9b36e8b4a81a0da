import { expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { QUEUES } from '../../test/mfi-dashboard.tsx';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import MorePage from './more-page.tsx';

test('R11.3: the rest of an office says how much waits in each place', async () => {
  startSession('token', OFFICER);
  fake('mfiQueues', () => ({
    ...QUEUES,
    payoutsToSend: { count: 2, oldestAt: '2026-11-20T10:00:00.000Z' },
    linesToMatch: { count: 1200 },
    tillsToReceive: { count: 1 },
  }));
  const screen = await renderPage(
    <MfiNameProvider value="ROI">
      <MorePage />
    </MfiNameProvider>,
    { path: '/App/MFIMore/ROI' },
  );
  for (const [name, page] of [
    ['Payouts: 2', 'MFIPayouts'],
    ['Money desk: 1,200', 'MFIMoney'],
    ['Tills: 1', 'MFITills'],
    ['Awaited money', 'MFIAwaited'],
  ]) {
    const place = screen.getByRole('link', { name: name!, exact: true });
    await expect.element(place).toHaveAttribute('href', `/App/${page}/ROI`);
  }
});

import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '../lib/api.ts';
import { forgetWaiting, keep } from '../features/waiting/waiting.ts';
import { startSession } from '../lib/session.ts';
import { BROKEN, fake } from '../test/fake-endpoint.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { OfflineBanner } from './offline-banner.tsx';

const CAMPAIGNS = ['campaigns', 'of the test'] as const;

/** A page that asks the server. */
function Asking() {
  const { data } = useQuery({ queryKey: CAMPAIGNS, queryFn: () => call('listMfis', {}) });
  return data && <p>answered</p>;
}

const show = async () =>
  renderPage(
    <>
      <OfflineBanner />
      <Asking />
    </>,
    { path: '/App/Home' },
  );

function network(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  dispatchEvent(new Event(isThere ? 'online' : 'offline'));
}

beforeEach(() => {
  network(true);
  fake('listMfis', () => []);
});

afterEach(async () => {
  await forgetWaiting(RAHIMA.id);
  vi.restoreAllMocks();
});

describe('the banner about the network', () => {
  test('appears when it goes and disappears when it returns, in a region that was there before', async () => {
    const screen = await show();
    await expect.element(screen.getByText('answered')).toBeVisible();
    const regions = screen.getByRole('status').elements();
    expect(regions.map((region) => region.textContent)).toEqual(['', '']);
    network(false);
    await expect.element(screen.getByText(/^You are offline\. You see the copy saved at \S*\d/)).toBeVisible();
    expect(regions[0]!.textContent).toContain('You are offline');
    expect(screen.getByRole('button').elements(), 'nothing to press: there is no network').toEqual([]);
    network(true);
    await expect.poll(() => regions[0]!.textContent).toBe('');
  });

  test('is not on paper', async () => {
    const screen = await show();
    const regions = screen.getByRole('status').elements();
    expect(regions.map((region) => region.getAttribute('data-print'))).toEqual(['never', 'never']);
  });

  test('is nothing while an answer is only slow', async () => {
    let answer = (_: Response) => {};
    vi.spyOn(window, 'fetch').mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const screen = await show();
    await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBe(1);
    expect(screen.getByRole('status').elements()[0]!.textContent).toBe('');
    answer(Response.json({ data: [] }));
    await expect.element(screen.getByText('answered')).toBeVisible();
    expect(screen.getByRole('status').elements()[0]!.textContent).toBe('');
  });

  test('when there is a network but nothing answers: a sentence, and a button that asks again', async () => {
    fake('listMfis', () => BROKEN);
    const screen = await show();
    await expect.element(screen.getByText('Sathi does not answer. The connection may be too weak.')).toBeVisible();
    fake('listMfis', () => []);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText('answered')).toBeVisible();
    await expect.element(screen.getByText(/does not answer/)).not.toBeInTheDocument();
  });
});

describe('the banner about waiting words', () => {
  const write = (text: string) =>
    keep({ name: 'sendMessage', about: '169', body: { proposalId: '169', text }, picture: undefined });

  beforeEach(() => startSession('a'.repeat(43), { ...RAHIMA }));

  test('is counted on every page, and is read, copied and deleted from there', async () => {
    await write('Dear all');
    const screen = await show();
    await expect.element(screen.getByText('Something you wrote waits to be sent.')).toBeVisible();
    await screen.getByRole('button', { name: 'Look at it' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Waiting to be sent' });
    await expect.element(dialog.getByText('Dear all')).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Message' }))
      .toHaveAttribute('href', expect.stringContaining('169'));
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
    await dialog.getByRole('button', { name: 'Copy' }).click();
    expect(copied).toHaveBeenCalledWith('Dear all');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
    await expect.element(dialog.getByText('Nothing waits any more.')).toBeVisible();
    await expect.element(screen.getByText(/waits? to be sent\./)).not.toBeInTheDocument();
  });

  test('and was refused says why, also when the page it was written for is gone', async () => {
    fake('sendMessage', () => ({ refusal: 'not_found', detail: 'The proposal does not exist any more.' }));
    await write('Dear all');
    const { sendWaiting } = await import('../features/waiting/send-waiting.ts');
    const screen = await show();
    await sendWaiting(Date.now());
    await expect.element(screen.getByText(/^Something you wrote was not accepted/)).toBeVisible();
    await screen.getByRole('button', { name: 'Look at it' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Waiting to be sent' });
    await expect.element(dialog.getByText('Not sent: The proposal does not exist any more.')).toBeVisible();
    await expect.element(dialog.getByText('Dear all')).toBeVisible();
  });
});

import { afterEach, expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ShareDialog } from './share-dialog.tsx';

const PAGE = 'https://sathi.example/App/proposal?mfi=ROI&id=7';

afterEach(() => {
  vi.restoreAllMocks();
});

const show = () =>
  renderPage(
    <ShareDialog
      url={PAGE}
      thing={{ kind: 'proposal', id: '7' }}
      sentence="“Bags” needs people."
      title="Bags"
      onClose={() => undefined}
    />,
    { path: '/App/proposal' },
  );

test('three networks are plain links that do not tell where they were opened', async () => {
  const screen = await show();
  for (const [name, origin] of [
    ['WhatsApp', 'https://wa.me'],
    ['Facebook', 'https://www.facebook.com'],
    ['X', 'https://x.com'],
  ] as const) {
    const link = screen.getByRole('link', { name: new RegExp(`^${name}\\s?\\(`) }).element() as HTMLAnchorElement;
    expect(new URL(link.href).origin).toBe(origin);
    expect(link.rel).toBe('noopener noreferrer');
  }
});

test('the link is copied, and where that fails it can be selected', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  const screen = await show();
  await screen.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(screen.getByText('Link copied')).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith(PAGE);
  write.mockRejectedValueOnce(new Error('denied'));
  await screen.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(screen.getByText(/could not be copied/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(PAGE);
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveAttribute('readonly');
});

test('the sheet of the device is offered where there is one', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  try {
    const screen = await show();
    await screen.getByRole('button', { name: 'Share from this device' }).click();
    expect(share).toHaveBeenCalledWith({ title: 'Bags', text: '“Bags” needs people.', url: PAGE });
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
});

test('a person signed in passes on their own link, and reads what came of it', async () => {
  startSession('token', RAHIMA);
  const asked: unknown[] = [];
  fake('shareLink', ({ body }) => {
    asked.push(body);
    return { code: 'k3mp7w2x', visits: 3, backings: 1 };
  });
  const screen = await show();
  await expect.element(screen.getByText(/3 came by your link\. 1 backed\./)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(`${PAGE}&by=k3mp7w2x`);
  expect(asked).toEqual([{ kind: 'proposal', id: '7' }]);
  const sms = screen.getByRole('link', { name: 'SMS' }).element() as HTMLAnchorElement;
  expect(decodeURIComponent(sms.href)).toContain(`${PAGE}&by=k3mp7w2x`);
  const poster = screen.getByRole('link', { name: /^Poster/ }).element() as HTMLAnchorElement;
  expect(new URL(poster.href).search).toBe('?lang=en&by=k3mp7w2x');
});

test('an own link that does not come leaves the plain one', async () => {
  startSession('token', RAHIMA);
  fake('shareLink', () => ({ refusal: 'overloaded' }));
  const screen = await show();
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(PAGE);
  await expect.element(screen.getByText(/by your link/)).not.toBeInTheDocument();
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import PhotoAlbum from './photo-album.tsx';

const picture = (id: string): DataOf<'listGalleryImages'>[number] => ({
  id,
  proposalId: '169',
  image: `proposalImages/169-${id}.webp`,
  imageUrl: `/files/proposalImages/169-${id}.webp`,
  imageBlur: null,
  alt: `Picture ${id} of the market`,
});

const show = () =>
  renderPage(<PhotoAlbum proposal={{ ...SEWING_MACHINE, image: 'proposalImages/169-m.webp' }} main={<p>Main</p>} />, {
    path: '/App/proposal',
  });

/** No picture comes here, and one that fails would give way to nothing. */
const keepFailed = (event: Event) => event.stopImmediatePropagation();

beforeEach(() => {
  addEventListener('error', keepFailed, true);
});

afterEach(() => {
  document.documentElement.dir = 'ltr';
  removeEventListener('error', keepFailed, true);
});

test('without an album the main picture stands alone', async () => {
  fake('listGalleryImages', () => []);
  const screen = await show();
  await expect.element(screen.getByText('Main')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test.each([
  ['ltr', '{ArrowRight}', '{ArrowLeft}'],
  ['rtl', '{ArrowLeft}', '{ArrowRight}'],
] as const)('arrow keys follow the direction of reading: %s', async (direction, forward, backward) => {
  document.documentElement.dir = direction;
  fake('listGalleryImages', () => [picture('1'), picture('2')]);
  const screen = await show();
  const position = screen.getByRole('status');
  await expect.element(position).toHaveTextContent('Picture 1 of 3');
  screen.getByRole('group', { name: 'Pictures of “Sewing machine”' }).last().element().focus();
  await userEvent.keyboard(forward);
  await expect.element(position).toHaveTextContent('Picture 2 of 3');
  await userEvent.keyboard('{End}');
  await expect.element(position).toHaveTextContent('Picture 3 of 3');
  await userEvent.keyboard(backward);
  await expect.element(position).toHaveTextContent('Picture 2 of 3');
});

test('the buttons go round, and the full size opens where one is', async () => {
  fake('listGalleryImages', () => [picture('1'), picture('2')]);
  const screen = await show();
  await screen.getByRole('button', { name: 'Previous picture' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Picture 3 of 3');
  await screen.getByRole('button', { name: 'Show in full size' }).click();
  const dialog = screen.getByRole('dialog');
  // The name of the loan on a line of its own, without quotes that would break over lines.
  await expect.element(dialog.getByText('Sewing machine', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Picture 3 of 3');
  await expect.element(dialog.getByText('Picture 2 of the market')).toBeVisible();
  const strip = dialog.getByRole('group').last().element();
  await expect.poll(() => strip.scrollLeft).toBe(2 * strip.clientWidth);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(dialog.getByText('Picture 1 of the market')).toBeVisible();
});

test('pictures have their descriptions and are loaded when they are near', async () => {
  fake('listGalleryImages', () => [picture('1')]);
  const screen = await show();
  await expect.poll(() => screen.container.querySelectorAll('img').length).toBeGreaterThan(0);
  const image = screen.container.querySelector('img[alt="Picture 1 of the market"]');
  expect(image?.getAttribute('loading')).toBe('lazy');
});

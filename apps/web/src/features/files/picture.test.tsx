import { describe, expect, test } from 'vitest';
import { keepPictures } from '../../test/keep-pictures.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Picture } from './picture.tsx';

const BLUR = 'data:image/webp;base64,UklGRhYAAABXRUJQVlA4TAoAAAAvAAAAAEX/I/of';

const show = (image: string | null) =>
  renderPage(<Picture image={image} blur={BLUR} alt="A boat" sizes="100vw" fallback={<p>no picture</p>} />, {
    path: '/App/Home',
  });

describe('a picture that comes', () => {
  keepPictures();

  test('is there in three widths, over a placeholder that is hidden from screen readers, without styles of its own', async () => {
    const screen = await show('proposalImages/1-abc.webp');
    const picture = screen.getByRole('img', { name: 'A boat' });
    await expect
      .element(picture)
      .toHaveAttribute(
        'srcset',
        [160, 400, 640, 800, 1600].map((width) => `/files/proposalImages/1-abc.webp?w=${width} ${width}w`).join(', '),
      );
    for (const name of ['width', 'height', 'sizes']) await expect.element(picture).toHaveAttribute(name);
    expect(screen.container.querySelector('img')?.getAttribute('src')).toBe(BLUR);
    expect(screen.container.querySelectorAll('[style]')).toHaveLength(0);
  });
});

test('a picture that is missing or cannot be had leaves its place to the fallback', async () => {
  await expect.element((await show(null)).getByText('no picture')).toBeVisible();
  await expect.element((await show('proposalImages/gone.webp')).getByText('no picture').first()).toBeVisible();
});

test('while data are saved a picture comes when it is tapped, in one size', async () => {
  localStorage.setItem('pictures', 'tap');
  const screen = await renderPage(
    <div style={{ inlineSize: 320, blockSize: 180 }}>
      <Picture image="proposalImages/1-abc.webp" blur={BLUR} alt="A boat" sizes="100vw" fallback={<p>no picture</p>} />
    </div>,
    { path: '/App/Home' },
  );
  const button = screen.getByRole('button', { name: 'Show picture (about 40 KB)' });
  await expect.element(button).toBeVisible();
  await expect.element(screen.getByRole('img', { name: 'A boat' })).not.toBeInTheDocument();
  await button.click();
  await expect.element(screen.getByText('no picture')).toBeVisible();
});

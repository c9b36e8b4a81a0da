import sharp from 'sharp';

export const PAPER = '#fbfaf6';
export const INK = '#1c2422';
export const INK_SOFT = '#53605c';
export const ACCENT = '#0b6b58';
const LINE = '#e4e1d7';

type Size = { readonly width: number; readonly height: number };

/** The photo, cut to the size around what draws the eye; without one a plain area. */
export async function coverOf(
  { picture, colour }: { readonly picture: Uint8Array | null; readonly colour: string },
  size: Size,
): Promise<Buffer> {
  if (picture === null) {
    return sharp({ create: { ...size, channels: 3, background: colour } })
      .png()
      .toBuffer();
  }
  return sharp(picture)
    .resize({ ...size, fit: 'cover', position: 'attention' })
    .flatten({ background: PAPER })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Filled from where reading begins. `progress` is from 0 to 1. */
export function progressBar({ width, height }: Size, progress: number, isFromRight: boolean): Buffer {
  const part = Math.round(width * Math.min(1, Math.max(0, progress)));
  const filled = part === 0 ? 0 : Math.max(part, height);
  const rounded = (long: number, colour: string) =>
    `<rect x="${isFromRight ? width - long : 0}" width="${long}" height="${height}" rx="${height / 2}" fill="${colour}"/>`;
  const shapes = rounded(width, LINE) + rounded(filled, ACCENT);
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`);
}

/** The first letter decides, as it does on a page. */
export function isRightToLeft(title: string): boolean {
  return /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(title);
}

import { type FoundImage, IMAGE_WIDTHS, type ImageFile, type ImageWidth, type Outside } from '../../outside/outside.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { inTime } from './in-time.ts';

const DEFAULT_WIDTH = 1600;

/** The bytes of a picture as this reader takes them. @throws RefusalError `not_found`, `overloaded`, `invalid_request` */
export async function readPicture(
  { files, log }: Pick<Outside, 'files' | 'log'>,
  key: string,
  { width, accept }: { readonly width: unknown; readonly accept: string | undefined },
): Promise<FoundImage & { readonly type: 'image/avif' | 'image/webp' }> {
  const among = filesFrom(widthOf(width), accept ?? '');
  const read = await inTime(files.read(key, among)).catch((error: unknown) => {
    log.error({ err: error }, 'the store of pictures does not give one');
    throw new RefusalError('overloaded');
  });
  const image = found(read);
  return { ...image, type: image.file.endsWith('.avif') ? 'image/avif' : 'image/webp' };
}

/** The files that serve a reader, the best first: as AVIF where they take it, and a larger one where this width was not made. */
function filesFrom(least: ImageWidth, accept: string): ImageFile[] {
  const widths = IMAGE_WIDTHS.filter((width) => width >= least);
  const takesAvif = accept.includes('image/avif');
  return widths.flatMap((width): ImageFile[] => [...(takesAvif ? [`${width}.avif` as const] : []), `${width}.webp`]);
}

/** @throws RefusalError `invalid_request` for a width that is not kept */
function widthOf(text: unknown): ImageWidth {
  if (text === undefined) return DEFAULT_WIDTH;
  const width = IMAGE_WIDTHS.find((kept) => String(kept) === text);
  if (width === undefined) throw invalidField('w', 'invalid');
  return width;
}

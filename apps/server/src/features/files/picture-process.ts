/**
 * A process of its own for decoding files from strangers. It has only the bytes it is handed: no database, no secret,
 * no configuration. If it breaks, the server only loses a picture.
 */
import sharp, { type Sharp } from 'sharp';
import type { DecodedPicture, PictureAnswer, PictureLimits, PictureTask } from './picture-messages.ts';

const WIDTHS = [1600, 800, 640, 400, 160] as const;
/** A picture may be twice as high as it is wide; a narrower one stays narrower. */
const HEIGHT_PER_WIDTH_MAX = 2;
const QUALITY = { 1600: 80, 800: 78, 640: 78, 400: 77, 160: 75 } as const;
/** AVIF at this quality looks as WebP does at the qualities above. Twice the effort saves hardly a byte. */
const AVIF = { quality: 50, effort: 2 } as const;
const BLUR_EDGES = [20, 16, 12, 8, 4] as const;
const LOOKS_EVERY_MS = 25;

const limits = JSON.parse(process.argv[2] ?? '') as PictureLimits;

// The library decodes one picture at a time on one thread, and keeps nothing between them.
sharp.concurrency(1);
sharp.cache(false);
// The library reads these three of its many formats alone, and none from a file.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

process.on('message', ({ bytes }: PictureTask) => {
  const guard = guardLimits();
  void decode(bytes)
    .catch((error: unknown): PictureAnswer => ({ refusal: refusalOf(error) }))
    .then((answer) => {
      clearInterval(guard);
      process.send?.(answer);
    });
});
// The server has gone.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function decode(bytes: Uint8Array): Promise<PictureAnswer> {
  const options = { failOn: 'error', limitInputPixels: limits.pixelsMax, sequentialRead: true } as const;
  const { width, height, pages = 1 } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  if (pages > 1) return { refusal: 'image_animated' };
  if (width * height > limits.pixelsMax) return { refusal: 'image_too_large' };
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .resize({ ...boxOf(WIDTHS[0]), fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  // The data are pixels only from here on: nothing that came beside them can travel on.
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const made = await Promise.all(WIDTHS.map((width) => filesOf(() => sharp(data, { raw }), width)));
  const blur = await blurOf(() => sharp(data, { raw }));
  return {
    picture: {
      width: info.width,
      height: info.height,
      blur,
      made: Object.assign({}, ...made) as DecodedPicture['made'],
    },
  };
}

function boxOf(width: number): { width: number; height: number } {
  return { width, height: width * HEIGHT_PER_WIDTH_MAX };
}

/** One size of the picture as WebP, and as AVIF where that is smaller. */
async function filesOf(pixels: () => Sharp, width: (typeof WIDTHS)[number]): Promise<Record<string, Buffer>> {
  const resized = () => pixels().resize({ ...boxOf(width), fit: 'inside', withoutEnlargement: true });
  const webp = await resized().webp({ quality: QUALITY[width], effort: 4 }).toBuffer();
  const avif = await resized().avif(AVIF).toBuffer();
  return { [`${width}.webp`]: webp, ...(avif.length < webp.length && { [`${width}.avif`]: avif }) };
}

/** The placeholder as a data URL, as large as fits into the bytes that a card may carry for it. */
async function blurOf(pixels: () => Sharp): Promise<string> {
  for (const edge of BLUR_EDGES) {
    const small = await pixels().resize({ width: edge, height: edge, fit: 'inside' }).webp({ quality: 20 }).toBuffer();
    const url = `data:image/webp;base64,${small.toString('base64')}`;
    if (url.length <= limits.blurBytesMax) return url;
  }
  throw new Error('no placeholder is small enough');
}

function refusalOf(error: unknown): 'image_too_large' | 'image_unreadable' {
  return error instanceof Error && /pixel limit/i.test(error.message) ? 'image_too_large' : 'image_unreadable';
}

/**
 * Ends the process when a picture costs too much. Decoding runs beside this thread, so the thread can look on.
 * Processor time counts, not elapsed time: on a busy machine a small picture may wait long.
 */
function guardLimits(): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isOver = (user + system) / 1000 > limits.cpuMsMax || process.memoryUsage.rss() > limits.memoryBytesMax;
    if (isOver) process.send?.({ refusal: 'image_too_large' } satisfies PictureAnswer, () => process.exit(1));
  }, LOOKS_EVERY_MS);
}

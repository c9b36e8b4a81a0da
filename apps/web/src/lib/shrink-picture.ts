/** The widest picture that is kept, so nothing larger needs to travel (R14.2). */
const EDGE_PIXELS_MAX = 1600;
const QUALITY = 0.85;

/**
 * The picture as it is sent: upright, at most 1600 pixels wide and high. What the browser cannot read goes out as it is, for
 * the server to judge; so does what would not become smaller.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return file;
  try {
    const scale = Math.min(1, EDGE_PIXELS_MAX / Math.max(bitmap.width, bitmap.height));
    const shrunken = await drawn(bitmap, scale).catch(() => null);
    return shrunken !== null && (scale < 1 || shrunken.size < file.size) ? shrunken : file;
  } finally {
    bitmap.close();
  }
}

async function drawn(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // JPEG knows no transparency, and on black a drawing would be lost.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // A browser that cannot write WebP answers with PNG, which is far too heavy for a photo.
  const webp = await encoded(canvas, 'image/webp');
  return webp?.type === 'image/webp' ? webp : encoded(canvas, 'image/jpeg');
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

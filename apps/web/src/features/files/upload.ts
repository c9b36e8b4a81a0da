import type { PictureFolder } from '@sathi/domain/pictures.ts';
import { ApiError, errorFrom, renewAccess } from '../../lib/api.ts';
import { helpRefusal } from '../../lib/help-mode.ts';
import { BROWSER_LANGUAGE, chosenLocale } from '../../lib/locale.ts';
import { accessToken, readSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';

export type UploadedPicture = DataOf<'uploadFile'>;

export type UploadOptions = {
  folder: PictureFolder;
  /** The beginning of the key: a proposal's id or a campaign's title. The server decides. */
  name?: string;
  /** The same for each try to send the same picture, so that it is kept once. */
  idempotencyKey: string;
  /** How much has been sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends a picture and tells under which key it is kept.
 *
 * @throws ApiError; the reason of `signal` when it was cancelled
 */
export async function uploadPicture(picture: Blob, options: UploadOptions): Promise<UploadedPicture> {
  return inTurn(() => send(picture, options));
}

/** Milliseconds without any movement after which a connection is as good as none. */
const PATIENCE_MS = 60_000;

/**
 * The most pictures under way: a slow connection is not divided further, and the server takes only a few of one person
 * at once.
 */
const AT_ONCE_MAX = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE_MAX) running += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await work();
  } finally {
    const begin = waiting.shift();
    if (begin) begin();
    else running -= 1;
  }
}

async function send(picture: Blob, options: UploadOptions): Promise<UploadedPicture> {
  const token = accessToken();
  const asker = readSession().user?.id;
  let response = await put(picture, options, token);
  if (response.status === 401 && token !== null) {
    const isRenewed = await renewAccess(token);
    // Another tab may have signed another person in.
    if (isRenewed && readSession().user?.id === asker) response = await put(picture, options, accessToken());
  }
  if (!response.ok) throw await errorFrom(response);
  const answer = (await response.json().catch(() => {
    throw new ApiError({ status: response.status, code: 'unexpected' });
  })) as { data: UploadedPicture };
  return answer.data;
}

/** Sends by `XMLHttpRequest`: only the older of the two ways to send tells how far it is. */
function put(picture: Blob, options: UploadOptions, token: string | null): Promise<Response> {
  const { folder, name = 'picture', idempotencyKey, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw cancelled(signal);
    const refusal = helpRefusal('PUT');
    if (refusal !== null) throw new ApiError({ status: 0, code: 'help_mode', detail: refusal });
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const fail = () => reject(new ApiError({ status: 0, code: 'network' }));
    let timer: ReturnType<typeof setTimeout>;
    const hear = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail();
        request.abort();
      }, PATIENCE_MS);
    };
    request.open('PUT', `/files/${folder}/${encodeURIComponent(name)}`);
    request.setRequestHeader('content-type', picture.type || 'application/octet-stream');
    request.setRequestHeader('accept-language', BROWSER_LANGUAGE[chosenLocale()]);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      hear();
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', fail);
    request.addEventListener('abort', () => reject(cancelled(signal)));
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    });
    signal?.addEventListener('abort', cancel);
    hear();
    request.send(picture);
  });
}

/** The end of a cancelled wish. Older browsers keep no reason. */
function cancelled(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('cancelled', 'AbortError');
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
  });
}

/** The widest picture that is kept, so nothing larger needs to travel (R14.2). */
const EDGE_PIXELS_MAX = 1600;
const QUALITY = 0.85;

/**
 * The picture as it is sent: upright, at most 1600 pixels wide and high. A file that the browser cannot
 * read goes out as it is, for the server to judge; so does one that would not become smaller.
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

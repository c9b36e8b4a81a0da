import type { ImageFolder } from '@sathi/contract/files.ts';
import { ApiError, errorFrom } from './api-error.ts';
import { demoRefusal } from './demo-mode.ts';
import { BROWSER_LANGUAGE, chosenLocale } from './locale.ts';
import { accessToken, readSession } from './session.ts';
import type { DataOf } from './wire.ts';

export type UploadedPicture = DataOf<'uploadFile'>;

export type UploadOptions = {
  folder: ImageFolder;
  /** What the key begins with: a proposal's id or a campaign's title. The server decides. */
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

/** A connection on which nothing has moved for so long is as good as none. */
const PATIENCE_MS = 60_000;

/** A slow connection is not divided further, and the server takes only a few of one person at once. */
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
    const { refreshAccess } = await import('./access.ts');
    const isRenewed = await refreshAccess(token);
    // Another tab may have signed somebody else in.
    if (isRenewed && readSession().user?.id === asker) response = await put(picture, options, accessToken());
  }
  if (!response.ok) throw await errorFrom(response);
  const answer = (await response.json().catch(() => {
    throw new ApiError({ status: response.status, code: 'unexpected' });
  })) as { data: UploadedPicture };
  return answer.data;
}

/** Only the older of the two ways to send tells how far it is. */
function put(picture: Blob, options: UploadOptions, token: string | null): Promise<Response> {
  const { folder, name = 'picture', idempotencyKey, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const refusal = demoRefusal('PUT');
    if (refusal !== null) throw new ApiError({ status: 0, code: 'demo_mode', detail: refusal });
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
    request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('cancelled', 'AbortError')));
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    });
    signal?.addEventListener('abort', cancel);
    hear();
    request.send(picture);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
  });
}

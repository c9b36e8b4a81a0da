// Types only: it adds `request.cookies`, which the application registers.
import type {} from '@fastify/cookie';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Digits } from '@sathi/texts/figures.ts';
import type { FastifyRequest } from 'fastify';
import { acceptsEncoding } from './assets.ts';
import type { Locale } from './share-head.ts';

/** The parts of a request that a page for visitors depends on. A page for somebody signed in is made for each request. */
export function pageKey(request: FastifyRequest): string {
  const { url } = request;
  const asked = [localeOf(request), themeOf(request), digitsOf(request), savesData(request), encodingOf(request)];
  return JSON.stringify(['page', url, ...asked]);
}

export function isSignedIn({ cookies }: FastifyRequest): boolean {
  return cookies['signed-in'] === '1';
}

export function localeOf({ cookies }: FastifyRequest): Locale {
  const chosen = cookies['language'];
  return chosen === 'be' || chosen === 'ar' ? chosen : 'en';
}

export function themeOf({ cookies }: FastifyRequest): 'light' | 'dark' | undefined {
  const chosen = cookies['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
}

export function digitsOf({ cookies }: FastifyRequest): Digits {
  return cookies['digits'] === 'native' ? 'native' : 'latin';
}

export function savesData({ headers }: FastifyRequest): boolean {
  return headers['save-data'] === 'on';
}

function encodingOf({ headers }: FastifyRequest): 'br' | 'gzip' | null {
  const accepted = headers['accept-encoding'];
  return acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : null;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Level 5 costs a fraction of the highest and loses a few per cent: this runs for each page that is made. */
const BROTLI_FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The bytes as this browser takes them, and the header that says so. */
export async function compressed(
  request: FastifyRequest,
  html: string,
): Promise<{ readonly body: Buffer; readonly encoding: Readonly<Record<string, string>> }> {
  const encoding = encodingOf(request);
  if (encoding === null) return { body: Buffer.from(html), encoding: {} };
  const body = encoding === 'br' ? await compressBrotli(html, BROTLI_FAST) : await compressGzip(html);
  return { body, encoding: { 'content-encoding': encoding } };
}

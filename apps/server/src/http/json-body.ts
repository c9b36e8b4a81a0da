import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../errors/refusal-error.ts';

/** A number with an exponent, or with more than two decimals. */
const NOT_MONEY = /[:[,\s]-?\d+(?:\.\d+[eE]|[eE]|\.\d{3})/;
const TOO_EXACT = /[eE]|\.\d{3}/;
/** A string, which may lack its end, or a number as a whole: whatever was sent, no character of it is looked at twice. */
const TOKEN = /"(?:[^"\\]|\\.?)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
/** The walks through a body that follow call themselves for each level. */
const LEVELS_MAX = 32;
const NAMES_MAX = 1000;

/**
 * Reads JSON bodies. An empty one is no body. A number with an exponent or with more than two decimals is kept as its
 * text, so that an amount of `1e3` is refused by the schema instead of being taken for a thousand, and one of
 * `10.99999999999999999` instead of being rounded to eleven. A body that is deeper or wider than any call takes cannot be read.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!isUtf8(request.headers['content-type'])) return done(new RefusalError('unsupported_media_type'));
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    return void parseSafely(request, NOT_MONEY.test(text) ? quoteNumbers(text) : text, (error, value) => {
      if (error === null && isBeyond(value)) done(new RefusalError('malformed_request'));
      else done(error, value);
    });
  });
}

/** JSON is UTF-8 (RFC 8259); read as that, another encoding would be stored as replacement characters. */
function isUtf8(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
}

/** Quotes every such number that stands outside a string. */
function quoteNumbers(text: string): string {
  return text.replace(TOKEN, (token) => (!token.startsWith('"') && TOO_EXACT.test(token) ? `"${token}"` : token));
}

/** True of a list or an object that is deeper, or of an object with more names, than any that a call takes. */
function isBeyond(value: unknown, levels = LEVELS_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const inner: unknown[] = Object.values(value);
  if (levels === 0 || (!Array.isArray(value) && inner.length > NAMES_MAX)) return true;
  return inner.some((each) => isBeyond(each, levels - 1));
}

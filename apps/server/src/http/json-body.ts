import type { FastifyInstance } from 'fastify';

const EXPONENT = /[:[,\s]-?\d+(?:\.\d+)?[eE][+-]?\d/;

/**
 * Reads JSON bodies. An empty one is no body. A number written with an exponent is kept as its text, so that an amount of
 * `1e3` is refused by the schema instead of being taken for a thousand.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    return void parseSafely(request, EXPONENT.test(text) ? quoteExponents(text) : text, done);
  });
}

/** Quotes every number with an exponent that stands outside a string. */
function quoteExponents(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?[eE][+-]?\d+/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
}

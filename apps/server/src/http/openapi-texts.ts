import type { successStatus } from '@sathi/contract/answers.ts';
import type { REFUSAL_STATUS } from '@sathi/contract/refusals.ts';

export const INTRODUCTION = `
The HTTP interface of Sathi. Every answer is \`{ "success": true, "data": … }\`; a list also has \`nextCursor\`.
Every refusal is RFC 9457 \`application/problem+json\` with a stable \`code\` and a \`detail\` in the language of
\`Accept-Language\` (en, bn, ar).

Money is US dollars with at most two decimals. Ids are decimal strings, and are taken as numbers too. No text may hold
NUL. JSON is UTF-8. Every POST, PATCH, PUT and DELETE takes an
\`Idempotency-Key\`: sent again by the same user with the same body, it answers what it answered before and changes nothing.

Where a network asks much, a call is answered 429 \`challenge_required\` with a \`challenge\` of ALTCHA, version 2: the work
done, the call is sent again with the header \`Challenge-Answer\`. Each challenge lets one request through.

A cursor is what \`nextCursor\` of the page before said, and goes with that list alone. The fields named by
\`x-judged-here\` are also judged by other fields, or by what is kept here; the description of the call says how.

Every address is written here without a slash at its end; with one it is the same address. Each GET answers HEAD too.
Another method is answered 405 \`method_not_allowed\` with \`Allow\`.

How the figures count: *funded* is what was lent to loans of one's own in status 5 and 6, *paid* the approved repayments on
them; \`pasive\` is one's active backings in status 3 to 6, \`active\` what came back from them.
`;

export const SUCCESS_DESCRIPTIONS: Readonly<Record<ReturnType<typeof successStatus>, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Taken on; the work follows.',
};

export const UNCHANGED_DESCRIPTION = 'A visitor has the answer already: it is what `If-None-Match` names.';

export const PROBLEM_DESCRIPTIONS: Readonly<Record<(typeof REFUSAL_STATUS)[keyof typeof REFUSAL_STATUS], string>> = {
  400: 'The request cannot be read.',
  401: 'Nobody is signed in, or the token is dead.',
  403: 'You may see it, but not do this.',
  404: 'It does not exist, or you may not know that it does.',
  405: 'The address exists and has no such method; `Allow` names those that it has.',
  409: 'The state forbids it.',
  413: 'The body is too large.',
  415: 'The body is of a kind that is not read here.',
  422: 'A value is missing or wrong.',
  429: 'Too often; `Retry-After` says how long to wait.',
  500: 'A fault of ours.',
  503: 'Overloaded, or a dependency is down.',
};

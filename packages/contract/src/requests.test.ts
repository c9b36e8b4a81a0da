import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './all.ts';
import type { Endpoint } from './endpoint.ts';
import { FIELD_PROBLEMS } from './refusals.ts';
import { EXAMPLES } from './test/example-requests.ts';

const withBody = ENDPOINTS.filter(
  (call): call is Endpoint & { readonly body: z.ZodType } =>
    call.body !== undefined && !(call.body instanceof z.ZodArray),
);
const withList = ENDPOINTS.filter(({ body }) => body instanceof z.ZodArray);
const cases = withBody.map((call) => ({ ...call, example: EXAMPLES[call.name] ?? { body: {}, required: [] } }));

type Issue = z.core.$ZodIssue;

/** The issues themselves, without the unions around them. */
function leaves(issues: readonly Issue[], parents: readonly PropertyKey[] = []): { path: string; issue: Issue }[] {
  return issues.flatMap((issue) => {
    const path = [...parents, ...issue.path];
    const isForms = issue.code === 'invalid_union' && issue.message === 'Invalid input';
    return isForms
      ? issue.errors.flatMap((inner) => leaves(inner as Issue[], path))
      : [{ path: path.join('.'), issue }];
  });
}
const issuesOf = (schema: z.ZodType, body: unknown) => leaves(schema.safeParse(body).error?.issues ?? []);

test('every call with a body has an example', () => {
  expect(withBody.map(({ name }) => name).sort()).toEqual(Object.keys(EXAMPLES).sort());
});

test.each(withList)('the list that is the body of $name refuses what is no list, and unknown fields', (call) => {
  const { body, example } = call as Endpoint & { readonly body: z.ZodType };
  const [first] = example.body as readonly object[];
  expect(issuesOf(body, example.body)).toEqual([]);
  expect(issuesOf(body, [{ ...first, surprise: 1 }]).map(({ issue }) => issue.code)).toEqual(['unrecognized_keys']);
  for (const wrong of ['text', 7, true, {}, [[]], ['text']]) expect(body.safeParse(wrong).success).toBe(false);
});

describe.each(cases)('the body of $name', ({ body: schema, example }) => {
  test('is accepted as the contract writes it', () => {
    expect(issuesOf(schema, example.body)).toEqual([]);
  });

  test.each(['surprise', 'status_', 'isMFIApproved', 'fundedAmount', 'ownerId', 'constructor'])(
    'is refused with the unknown field %s',
    (field) => {
      const issues = issuesOf(schema, { ...example.body, [field]: 1 });
      expect(issues.map(({ issue }) => issue.code)).toContain('unrecognized_keys');
    },
  );

  test.each(example.required.map((field) => [field]))('section 5: is refused without %s: required', (field) => {
    const { [field]: _, ...rest } = example.body;
    const issues = issuesOf(schema, rest).filter(({ path }) => path === field);
    expect(issues.map(({ issue }) => issue.message)).toEqual(['required']);
  });

  test.each(['text', 7, true, [[]]])('is refused when it is %j', (body) => {
    expect(schema.safeParse(body).success).toBe(false);
  });

  test('a problem with a field, or with an entry of its list, has a code with a sentence', () => {
    const texts = ['', 'x', '9'.repeat(5000)];
    for (const field of Object.keys(example.body)) {
      for (const wrong of [
        undefined,
        null,
        ...texts,
        -1,
        Number.POSITIVE_INFINITY,
        true,
        [],
        {},
        [null],
        ['x'],
        [{}],
      ]) {
        const issues = issuesOf(schema, { ...example.body, [field]: wrong }).filter(
          ({ path, issue }) => path.split('.')[0] === field && issue.code !== 'unrecognized_keys',
        );
        for (const { issue } of issues) expect(FIELD_PROBLEMS).toContain(issue.message);
      }
    }
  });
});

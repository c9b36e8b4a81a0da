import { expect, test } from 'vitest';
import { ENDPOINTS } from './all.ts';
import { refusalsOf } from './answers.ts';

test('a call names only the refusals that are not those of all its kind, each once', () => {
  for (const call of ENDPOINTS) {
    const ofItsKind = refusalsOf({ ...call, refuses: [] });
    expect(
      call.refuses.filter((code) => ofItsKind.includes(code)),
      call.name,
    ).toEqual([]);
    expect(new Set(call.refuses).size, call.name).toBe(call.refuses.length);
  }
});

test('the example of a call is right, and has every part that the call needs', () => {
  for (const { name, example, params, query, body } of ENDPOINTS) {
    const parts = [
      [params, example.params],
      [query, example.query ?? {}],
      [body, example.body],
    ] as const;
    for (const [schema, part] of parts) {
      if (schema === undefined) expect(part ?? {}, name).toEqual({});
      else expect(schema.safeParse(part).error?.issues ?? [], name).toEqual([]);
    }
  }
});

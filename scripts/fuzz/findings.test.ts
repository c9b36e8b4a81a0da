import { expect, test } from 'vitest';
import { findingsOf } from './findings.ts';

const bytes = (text: string) => ({ $base64: Buffer.from(text).toString('base64') });
const refused = (code: string, ...paths: string[]) =>
  JSON.stringify({ code, errors: paths.map((path) => ({ path, message: 'This value is not valid.' })) });

/** A run of one call, as the tool writes it down: the answer to each request, with the check that it did not pass. */
function reportOf(answers: readonly (readonly [check: string, answer: string])[]): string {
  const entries = <Value>(valueOf: (check: string, answer: string) => Value) =>
    Object.fromEntries(answers.map(([check, answer], index) => [String(index), valueOf(check, answer)]));
  const recorder = {
    label: 'POST /api/x',
    checks: entries((name) => [
      { name: 'not_a_server_error', status: 'success' },
      { name, status: 'failure' },
    ]),
    interactions: entries((_, answer) => ({
      request: { method: 'POST', uri: 'http://a/api/x', body: null },
      response: { status_code: 422, content: bytes(answer) },
    })),
  };
  return ['{"Initialize":{}}', JSON.stringify({ ScenarioFinished: { recorder } })].join('\n');
}

const foundIn = (answers: Parameters<typeof reportOf>[0], judged: readonly string[] = []) =>
  findingsOf(reportOf(answers), new Map([['POST /api/x', judged]])).findings.map(({ check, count }) => [check, count]);

test('a right request that is refused for its values is a finding, once for each kind', () => {
  const answer = refused('invalid_request', 'day');
  const check = 'positive_data_acceptance';
  expect(
    foundIn([
      [check, answer],
      [check, answer],
      [check, refused('invalid_request', 'name')],
    ]),
  ).toEqual([
    [check, 2],
    [check, 1],
  ]);
});

test('a refusal by a rule is no finding, nor one of fields that the document names as judged here', () => {
  const check = 'positive_data_acceptance';
  expect(foundIn([[check, refused('code_mismatch')]])).toEqual([]);
  expect(foundIn([[check, refused('invalid_request', 'day')]], ['day'])).toEqual([]);
  expect(foundIn([[check, refused('invalid_request', 'day', 'name')]], ['day'])).toHaveLength(1);
  expect(foundIn([[check, refused('invalid_request')]], ['day'])).toHaveLength(1);
});

test('any other check that fails is a finding, whatever was answered', () => {
  for (const check of ['not_a_server_error', 'negative_data_rejection', 'unsupported_method']) {
    expect(foundIn([[check, refused('code_mismatch')]])).toEqual([[check, 1]]);
    expect(foundIn([[check, '<html>']])).toEqual([[check, 1]]);
  }
});

test('requests and calls are counted', () => {
  const report = reportOf([
    ['not_a_server_error', '{}'],
    ['not_a_server_error', '{}'],
  ]);
  expect(findingsOf(report, new Map())).toMatchObject({ requests: 2, calls: 1 });
  expect(findingsOf('', new Map())).toEqual({ requests: 0, calls: 0, findings: [] });
});

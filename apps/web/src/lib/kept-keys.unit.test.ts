import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../test/fake-browser.ts';
import { RAHIMA } from '../test/people.ts';
import { KEPT_KEYS } from './kept-keys.ts';
import { startSession } from './session.ts';

const INPUT = JSON.stringify({ body: { proposalId: '169', amount: 25, account: '00123456789' } });
let stored = new Map<string, string>();

beforeEach(() => {
  stored = fakeBrowser();
  startSession('token', RAHIMA);
  return () => vi.useRealTimers();
});

test('R6.3: a wish has one key until it is forgotten, and each wish its own', () => {
  const key = KEPT_KEYS.of('backProposal', INPUT);
  expect(KEPT_KEYS.of('backProposal', INPUT)).toBe(key);
  expect(KEPT_KEYS.of('enterPayment', INPUT)).not.toBe(key);
  expect(KEPT_KEYS.of('backProposal', '{}')).not.toBe(key);
  KEPT_KEYS.forget('backProposal', '{}');
  expect(KEPT_KEYS.of('backProposal', INPUT)).toBe(key);
  KEPT_KEYS.forget('backProposal', INPUT);
  expect(KEPT_KEYS.of('backProposal', INPUT)).not.toBe(key);
});

test('another person on the device has keys of their own', () => {
  const key = KEPT_KEYS.of('backProposal', INPUT);
  startSession('token', { ...RAHIMA, id: '8' });
  expect(KEPT_KEYS.of('backProposal', INPUT)).not.toBe(key);
  startSession('token', RAHIMA);
  expect(KEPT_KEYS.of('backProposal', INPUT)).toBe(key);
});

test('a wish repeated after a day is another one', () => {
  vi.useFakeTimers();
  const key = KEPT_KEYS.of('backProposal', INPUT);
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(KEPT_KEYS.of('backProposal', INPUT)).toBe(key);
  vi.advanceTimersByTime(2 * 3_600_000);
  expect(KEPT_KEYS.of('backProposal', INPUT)).not.toBe(key);
});

test('the storage holds nothing of the wish, under a name that goes with the drafts', () => {
  KEPT_KEYS.of('backProposal', INPUT);
  const entries = [...stored].filter(([name]) => name.includes('undecided'));
  expect(entries.map(([name]) => name)).toEqual(['sathi.draft.7.undecided']);
  expect(entries.join()).not.toContain('00123456789');
  expect(entries.join()).not.toContain('proposalId');
});

test.each(['null', '[1]', '{"backProposal 1":null}', '{"backProposal 1":{"key":7}}', '{'])(
  'a storage that makes no sense, such as %s, stops no money',
  (text) => {
    stored.set('sathi.draft.7.undecided', text);
    const key = KEPT_KEYS.of('backProposal', INPUT);
    expect(key).toMatch(/^[\w-]{36}$/);
    expect(KEPT_KEYS.of('backProposal', INPUT)).toBe(key);
  },
);

test('without room in the storage the page still remembers it', () => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  });
  const key = KEPT_KEYS.of('askPayout', INPUT);
  expect(KEPT_KEYS.of('askPayout', INPUT)).toBe(key);
});

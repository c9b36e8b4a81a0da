import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { RAHIMA } from '../test/people.ts';
import { forgetOldValues, useKeptValues } from './kept-values.ts';
import { endSession, startSession } from './session.ts';
import { forgetDrafts, writeDraft } from './stored-draft.ts';

const BEGUN = { note: '', day: '2026-12-01', image: null as string | null };
const show = (name: string | null = 'words', begun = BEGUN) => renderHook(() => useKeptValues(name, begun));

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  localStorage.clear();
  endSession();
  startSession('token', RAHIMA);
});

test('values that were typed are there when the form opens anew, and untouched ones come fresh', async () => {
  const { result, act, unmount } = await show();
  await act(() => result.current.state[1]((before) => ({ ...before, note: 'The river took the field.' })));
  await unmount();
  const { result: anew } = await show('words', { ...BEGUN, day: '2026-12-02' });
  expect(anew.current.state[0]).toEqual({ note: 'The river took the field.', day: '2026-12-02', image: null });
});

test('values are forgotten when they are sent, put back as they were, or their writer signs out', async () => {
  const { result, act } = await show();
  const type = (note: string) => act(() => result.current.state[1]((before) => ({ ...before, note })));
  await type('a');
  expect(localStorage.length).toBeGreaterThan(0);
  const kept = () => Object.keys(localStorage).filter((key) => key.includes('words'));
  await type('');
  expect(kept()).toEqual([]);
  await type('b');
  await act(() => result.current.forget());
  expect([kept(), result.current.state[0]]).toEqual([[], BEGUN]);
  await type('c');
  forgetDrafts();
  expect(kept()).toEqual([]);
});

test('values that are given anew are not kept beside those that are', async () => {
  const open = () => renderHook(() => useKeptValues('words', BEGUN, ['day']));
  const { result, act, unmount } = await open();
  await act(() => result.current.state[1]((before) => ({ ...before, note: 'a', day: '2026-12-05' })));
  expect(result.current.state[0]).toEqual({ ...BEGUN, note: 'a', day: '2026-12-05' });
  await unmount();
  const { result: anew } = await open();
  expect(anew.current.state[0]).toEqual({ ...BEGUN, note: 'a' });
});

test('another name has values of its own, and the first has its again', async () => {
  const { result, act, rerender } = await renderHook(
    ({ name }: { name: string } = { name: 'ar' }) => useKeptValues(name, BEGUN),
    { initialProps: { name: 'ar' } },
  );
  await act(() => result.current.state[1]((before) => ({ ...before, note: 'ماكينة' })));
  await rerender({ name: 'be' });
  expect(result.current.state[0]).toEqual(BEGUN);
  await rerender({ name: 'ar' });
  expect(result.current.state[0].note).toBe('ماكينة');
});

test('values of another kind than the form has are left out', async () => {
  const kept = (value: unknown) => ({ value, atMs: Date.now() });
  const stored = { note: kept(7), day: kept(null), image: kept('a.webp'), gone: kept('x') };
  writeDraft(`words.${RAHIMA.id}`, stored);
  const { result } = await show();
  expect(result.current.state[0]).toEqual({ ...BEGUN, image: 'a.webp' });
});

test('values without a name or a person signed in are not kept', async () => {
  const { result, act } = await show(null);
  await act(() => result.current.state[1]((before) => ({ ...before, note: 'a' })));
  endSession();
  const { result: stranger } = await show();
  await act(() => stranger.current.state[1]((before) => ({ ...before, note: 'b' })));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('sathi.draft.'))).toEqual([]);
});

test('storage of an earlier version is left out', async () => {
  writeDraft(`words.${RAHIMA.id}`, { note: 'typed', day: null, image: 7 });
  const { result } = await show();
  expect(result.current.state[0]).toEqual(BEGUN);
});

test('words stay for thirty days, a picture only as long as the server keeps one that nothing uses', async () => {
  const now = Date.now();
  const later = async (hours: number) => {
    vi.setSystemTime(now + hours * 3_600_000);
    const { result, unmount } = await show();
    const [{ note, image }] = result.current.state;
    await unmount();
    return [note, image];
  };
  vi.useFakeTimers({ toFake: ['Date'], now });
  const { result, act, unmount } = await show();
  await act(() => result.current.state[1]((before) => ({ ...before, note: 'a', image: 'a.webp' })));
  vi.setSystemTime(now + 3_600_000);
  // Typing on does not make the picture younger.
  await act(() => result.current.state[1]((before) => ({ ...before, note: 'ab' })));
  await unmount();
  expect(await later(19)).toEqual(['ab', 'a.webp']);
  expect(await later(21)).toEqual(['ab', null]);
  expect(await later(30 * 24)).toEqual(['ab', null]);
  expect(await later(30 * 24 + 2)).toEqual(['', null]);
});

test('words that nobody came back to are forgotten at a start, others and other drafts stay', () => {
  const kept = (days: number) => ({ note: { value: 'a', atMs: Date.now() - days * 86_400_000 } });
  writeDraft('old.7', kept(31));
  writeDraft('both.7', { ...kept(31), day: { value: '2026-12-02', atMs: Date.now() } });
  writeDraft('new.7', kept(29));
  // An earlier version did not write the time of a message.
  writeDraft('message.7.169', 'Hello');
  writeDraft('7.undecided', {});
  writeDraft('begun.7', { title: 'A loom', steps: null });
  localStorage.setItem('language', 'be');
  const before = Object.keys(localStorage);
  forgetOldValues();
  expect(before.filter((key) => localStorage.getItem(key) === null)).toEqual([
    'sathi.draft.old.7',
    'sathi.draft.message.7.169',
  ]);
});

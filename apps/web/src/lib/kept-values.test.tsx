import { beforeEach, expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { RAHIMA } from '../test/people.ts';
import { useKeptValues } from './kept-values.ts';
import { endSession, startSession } from './session.ts';
import { forgetDrafts, writeDraft } from './stored-draft.ts';

const BEGUN = { note: '', day: '2026-12-01', image: null as string | null };
const show = (name: string | null = 'words', begun = BEGUN) => renderHook(() => useKeptValues(name, begun));

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
  writeDraft(`words.${RAHIMA.id}`, { note: 7, day: null, image: 'a.webp', gone: 'x' });
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

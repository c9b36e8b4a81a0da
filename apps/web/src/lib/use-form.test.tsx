import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { ApiError } from './api.ts';
import { useForm } from './use-form.ts';
import { useReviewedForm } from './use-reviewed-form.ts';

const missing = ({ name }: { name: string }) => ({ name: name === '' && 'Needed' });

test('a form tells a problem after the first attempt, and takes it away when it is corrected', async () => {
  const { result, act } = await renderHook(() => useForm(useState({ name: '' }), missing));
  const sent: string[] = [];
  expect(result.current.field('name').error).toBeUndefined();
  await act(() => result.current.attempt(() => sent.push(result.current.values.name)));
  expect(result.current.field('name').error).toBe('Needed');
  await act(() => result.current.field('name').onValueChange('Amina'));
  expect(result.current.field('name')).toMatchObject({ value: 'Amina', error: undefined });
  await act(() => result.current.attempt(() => sent.push(result.current.values.name)));
  expect(sent).toEqual(['Amina']);
});

test('a form that was restarted tells no problem before the next attempt', async () => {
  const { result, act } = await renderHook(() => useForm(useState({ name: '' }), missing));
  await act(() => result.current.attempt(() => undefined));
  await act(() => result.current.restart({ name: '' }));
  expect(result.current.errorAt('name')).toBeUndefined();
});

test('a message of the server stands at its field while the form finds nothing wrong there', async () => {
  const refusal = new ApiError({ status: 422, code: 'invalid', errors: [{ path: 'name', message: 'Too common' }] });
  const { result, act } = await renderHook(() => useForm(useState({ name: 'Amina' }), missing, refusal));
  expect(result.current.errorAt('name')).toBe('Too common');
  await act(() => result.current.attempt(() => undefined));
  await act(() => result.current.set({ name: '' }));
  expect(result.current.errorAt('name')).toBe('Needed');
});

test('a form whose values became wrong during the review goes back and sends nothing', async () => {
  let most = 100;
  const tooMuch = ({ amount }: { amount: string }) => ({ amount: Number(amount) > most && 'Too much' });
  const sending = { error: null, reset: () => undefined };
  const { result, act, rerender } = await renderHook(() =>
    useReviewedForm(useState({ amount: '50' }), tooMuch, sending),
  );
  const sent: string[] = [];
  await act(() => result.current.review());
  expect(result.current.isReviewing).toBe(true);
  most = 10;
  await rerender();
  await act(() => result.current.confirm(() => sent.push('50')));
  expect(result.current).toMatchObject({ isReviewing: false, values: { amount: '50' } });
  expect(result.current.errorAt('amount')).toBe('Too much');
  expect(sent).toEqual([]);
});

test('R6.3: an attempt without an answer is repeated although the limits changed, perhaps by itself', async () => {
  let most = 100;
  let error: ApiError | null = null;
  const tooMuch = ({ amount }: { amount: string }) => ({ amount: Number(amount) > most && 'Too much' });
  const reset = () => {
    error = null;
  };
  const { result, act, rerender } = await renderHook(() =>
    useReviewedForm(useState({ amount: '50' }), tooMuch, { error, reset }),
  );
  const sent: string[] = [];
  await act(() => result.current.review());
  most = 10;
  error = new ApiError({ status: 0, code: 'unanswered' });
  await rerender();
  await act(() => result.current.confirm(() => sent.push(result.current.values.amount)));
  expect(sent).toEqual(['50']);
  expect(result.current.isReviewing).toBe(true);
  // Another amount is another wish, and judged as any.
  await act(() => result.current.field('amount').onValueChange('60'));
  await act(() => result.current.confirm(() => sent.push(result.current.values.amount)));
  expect(sent).toEqual(['50']);
  expect(result.current.errorAt('amount')).toBe('Too much');
});

test('a refusal that names a field leads back from the review, one that names none stays there', async () => {
  let error: ApiError | null = null;
  const reset = () => {
    error = null;
  };
  const { result, act, rerender } = await renderHook(() =>
    useReviewedForm(useState({ name: 'Amina' }), missing, { error, reset }),
  );
  await act(() => result.current.review());
  error = new ApiError({ status: 409, code: 'wrong_status' });
  await rerender();
  expect(result.current.isReviewing).toBe(true);
  error = new ApiError({ status: 422, code: 'invalid', errors: [{ path: 'name', message: 'Too common' }] });
  await rerender();
  expect(result.current.isReviewing).toBe(false);
  expect(result.current.errorAt('name')).toBe('Too common');
  // The same words are read once more, and may be sent once more.
  await act(() => result.current.review());
  expect(result.current.isReviewing).toBe(true);
});

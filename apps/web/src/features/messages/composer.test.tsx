import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { waitingNow } from '../waiting/waiting.ts';
import { startSession } from '../../lib/session.ts';
import { forgetOldValues } from '../../lib/kept-values.ts';
import { forgetDrafts } from '../../lib/stored-draft.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { ANSWER, QUESTION, SEWING } from '../../test/messages.ts';
import { OFFICER, RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import MessagesDialog from './messages-dialog.tsx';

beforeEach(() => {
  startSession('a'.repeat(43), { ...RAHIMA });
  fake('listConversations', () => [SEWING]);
  fake('listMessages', () => [QUESTION, ANSWER]);
  fake('readMessages', () => ({ unreadMessagesCount: 0 }));
});

afterEach(() => vi.unstubAllGlobals());

const show = async () => ({
  screen: await renderPage(<MessagesDialog proposalId="169" onClose={() => undefined} />, { path: '/' }),
});

test('specification: Enter sends, Shift and Enter breaks the line, an empty text is not sent', async () => {
  const sent: unknown[] = [];
  fake('sendMessage', ({ body }) => {
    sent.push(body);
    return { ...ANSWER, id: '14', text: body.text };
  });
  const { screen } = await show();
  const box = screen.getByPlaceholder('Enter your message...');
  await box.fill('   ');
  await userEvent.keyboard('{Enter}');
  await box.fill('');
  await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(sent).toEqual([{ proposalId: '169', text: 'one\ntwo' }]));
  await expect.element(box).toHaveValue('');
});

test('a message that begins with a line break leaves the box when it is sent', async () => {
  const keys: (string | null)[] = [];
  fake('sendMessage', ({ body, key }) => {
    keys.push(key);
    return { ...ANSWER, id: '14', text: body.text };
  });
  const { screen } = await show();
  const box = screen.getByPlaceholder('Enter your message...');
  await box.fill('\nHello');
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(box).toHaveValue('');
  expect(keys).toHaveLength(1);
});

test('a finger breaks lines with Enter and sends with the button, and no keys are explained to it', async () => {
  const sent: unknown[] = [];
  fake('sendMessage', ({ body }) => {
    sent.push(body.text);
    return { ...ANSWER, id: '14', text: body.text };
  });
  const { screen } = await show();
  const box = screen.getByPlaceholder('Enter your message...');
  await expect.element(screen.getByText(/^Enter sends/)).toBeVisible();
  await screen.unmount();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
  const { screen: phone } = await show();
  await expect.element(phone.getByText('About forty.')).toBeVisible();
  await box.click();
  await userEvent.keyboard('one{Enter}two');
  await expect.element(box).toHaveValue('one\ntwo');
  expect(phone.getByText(/^Enter sends/).elements()).toEqual([]);
  await phone.getByRole('button', { name: 'Send' }).click();
  await vi.waitFor(() => expect(sent).toEqual(['one\ntwo']));
});

test('a message being typed is never lost: not by a failure, not by closing', async () => {
  const keys: (string | null)[] = [];
  fake('sendMessage', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? { refusal: 'too_many_requests' } : { ...ANSWER, id: '14' };
  });
  const { screen } = await show();
  const box = screen.getByPlaceholder('Enter your message...');
  await box.fill('Dear all');
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(box).toHaveValue('Dear all');
  await screen.unmount();
  const again = await show();
  const kept = again.screen.getByPlaceholder('Enter your message...');
  await expect.element(kept).toHaveValue('Dear all');
  await again.screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(kept).toHaveValue('');
});

test('a message that is sent, closed and opened again before the answer came is sent once', async () => {
  const keys: (string | null)[] = [];
  const answered = Promise.withResolvers<void>();
  fake('sendMessage', async ({ key }) => {
    keys.push(key);
    await answered.promise;
    return { ...ANSWER, id: '14' };
  });
  const { screen } = await show();
  await screen.getByPlaceholder('Enter your message...').fill('Dear all');
  await screen.getByRole('button', { name: 'Send' }).click();
  await vi.waitFor(() => expect(keys).toHaveLength(1));
  await screen.unmount();
  const again = (await show()).screen;
  const box = again.getByPlaceholder('Enter your message...');
  await expect.element(box).toHaveValue('Dear all');
  answered.resolve();
  await again.getByRole('button', { name: 'Send' }).click();
  await expect.element(box).toHaveValue('');
  await box.fill('Dear all');
  await again.getByRole('button', { name: 'Send' }).click();
  await vi.waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('decision 34: a half-typed message is shown to its writer alone, and goes when they sign out', async () => {
  const boxOf = async () => (await show()).screen.getByPlaceholder('Enter your message...');
  const box = await boxOf();
  await box.fill('She told me that');
  await cleanup();
  startSession('b'.repeat(43), { ...OFFICER, id: '10' });
  await expect.element(await boxOf()).toHaveValue('');
  await cleanup();
  startSession('a'.repeat(43), { ...RAHIMA });
  await expect.element(await boxOf()).toHaveValue('She told me that');
  await cleanup();
  forgetDrafts();
  await expect.element(await boxOf()).toHaveValue('');
});

test('a half-typed message is forgotten after thirty days', async () => {
  const boxOf = async () => (await show()).screen.getByPlaceholder('Enter your message...');
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now - 31 * 86_400_000 });
  await (await boxOf()).fill('She told me that');
  await cleanup();
  vi.useRealTimers();
  await expect.element(await boxOf()).toHaveValue('');
  forgetOldValues();
  expect(JSON.stringify(localStorage)).not.toContain('She told me that');
});

test('without a network a message waits in its place, under the key it was sent with, and can be taken back', async () => {
  const keys: (string | null)[] = [];
  fake('sendMessage', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : { ...ANSWER, id: '14' };
  });
  const { screen } = await show();
  const box = screen.getByPlaceholder('Enter your message...');
  await box.fill('Dear all');
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByText(/^Sent, but no answer came yet/)).toBeVisible();
  await expect.element(box).toHaveValue('');
  expect(waitingNow()).toMatchObject([{ id: keys[0], about: '169', body: { text: 'Dear all' } }]);
  await screen.getByRole('article').filter({ hasText: 'no answer' }).getByRole('button', { name: 'Edit' }).click();
  await expect.element(screen.getByRole('alertdialog')).toMatchTextContent('It may have arrived already');
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(box).toHaveValue('Dear all');
  expect(waitingNow()).toEqual([]);
});

test('a text that is too long stays and is not sent', async () => {
  const { screen } = await show();
  const box = screen.getByPlaceholder('Enter your message...');
  await box.fill('x'.repeat(2003));
  await expect.element(screen.getByRole('alert')).toMatchTextContent('3 characters too many');
  await screen.getByRole('button', { name: 'Send' }).click();
  await box.fill('');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('R15.2: a new writer may begin, and hears that reading comes with writing', async () => {
  fake('listConversations', () => [{ ...SEWING, mayRead: false }]);
  const { screen } = await show();
  await expect.element(screen.getByText(/Once you have written/)).toBeVisible();
  await expect.element(screen.getByPlaceholder('Enter your message...')).toBeVisible();
});

test('R15.2: about a repaid loan one reads and does not write', async () => {
  fake('listConversations', () => [{ ...SEWING, status: 6, mayWrite: false }]);
  const { screen } = await show();
  await expect.element(screen.getByText(/Nobody can write here any more/)).toBeVisible();
  await expect.element(screen.getByText('About forty.')).toBeVisible();
  await expect.element(screen.getByPlaceholder('Enter your message...')).not.toBeInTheDocument();
});

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fake } from '../test/fake-endpoint.ts';
import { fakeEvents } from '../test/fake-events.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { accessToken, endSession, replaceAccessToken, startSession } from '../lib/session.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { useUnread } from '../lib/unread.ts';
import { UnreadStream } from './unread-stream.tsx';

function Count() {
  const { counts } = useUnread();
  return <output>{counts === null ? 'nothing yet' : `${counts.unreadMessagesCount} unread`}</output>;
}
const show = () =>
  renderPage(
    <>
      <UnreadStream />
      <Count />
    </>,
    { path: '/' },
  );

let streams: ReturnType<typeof fakeEvents>[];
let visibility: 'visible' | 'hidden';

beforeEach(() => {
  startSession('a'.repeat(43), { ...RAHIMA });
  streams = [];
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  fake('streamUnread', () => {
    const stream = fakeEvents();
    streams.push(stream);
    return stream.response;
  });
});
afterEach(() => vi.restoreAllMocks());

const seen = (state: typeof visibility) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

test("R15.4: the count follows the server's messages", async () => {
  const screen = await show();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  for (const count of [3, 4, 0]) {
    streams[0]?.say(count);
    await expect.element(screen.getByText(`${count} unread`)).toBeVisible();
  }
});

test('many parts of a page share one connection', async () => {
  await renderPage(
    <>
      <UnreadStream />
      <Count />
      <Count />
    </>,
    { path: '/' },
  );
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(2);
  await vi.waitFor(() => expect(document.querySelectorAll('output')[1]?.textContent).toBe('2 unread'));
  expect(streams).toHaveLength(1);
});

test('a stream that ends is opened again by itself', async () => {
  const screen = await show();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(1);
  await expect.element(screen.getByText('1 unread')).toBeVisible();
  streams[0]?.end();
  await vi.waitFor(() => expect(streams).toHaveLength(2), { timeout: 10_000 });
  streams[1]?.say(5);
  await expect.element(screen.getByText('5 unread')).toBeVisible();
});

test('a hidden page has no connection, and reads anew when it is seen again', async () => {
  const screen = await show();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(1);
  await expect.element(screen.getByText('1 unread')).toBeVisible();
  seen('hidden');
  seen('visible');
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  streams[1]?.say(7);
  await expect.element(screen.getByText('7 unread')).toBeVisible();
});

test('a loan that changed is read anew where it is seen, at once and then at most every ten seconds', async () => {
  const read = { proposal: 0, account: 0, list: 0 };
  function Looking() {
    useQuery({ queryKey: queryKeys.proposal('7'), queryFn: () => (read.proposal += 1) });
    useQuery({ queryKey: queryKeys.account, queryFn: () => (read.account += 1) });
    const list = useInfiniteQuery({
      queryKey: queryKeys.proposalList('own'),
      queryFn: () => (read.list += 1),
      initialPageParam: 0,
      getNextPageParam: () => 1,
    });
    return <button onClick={() => list.fetchNextPage()}>{`More than ${list.data?.pages.length}`}</button>;
  }
  const screen = await renderPage(
    <>
      <UnreadStream />
      <Count />
      <Looking />
    </>,
    { path: '/' },
  );
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  await screen.getByRole('button', { name: 'More than 1' }).click();
  await expect.element(screen.getByRole('button', { name: 'More than 2' })).toBeVisible();
  streams[0]?.say(1);
  await expect.element(screen.getByText('1 unread')).toBeVisible();
  expect(read).toEqual({ proposal: 1, account: 1, list: 2 });
  for (const count of [2, 3, 4]) streams[0]?.say(count, 0, 'loan');
  await expect.element(screen.getByText('4 unread')).toBeVisible();
  await vi.waitFor(() => expect(read.proposal).toBe(2));
  await vi.waitFor(() => expect(read.proposal).toBe(3), { timeout: 15_000 });
  // The long list would have to be read from its beginning, and what is no loan has not changed.
  expect(read).toEqual({ proposal: 3, account: 1, list: 2 });
}, 30_000);

test('a loan is read anew once after the stream was broken, since no change of it was told meanwhile', async () => {
  let reads = 0;
  function Looking() {
    return useQuery({ queryKey: queryKeys.proposal('7'), queryFn: () => (reads += 1) }).data;
  }
  const screen = await renderPage(
    <>
      <UnreadStream />
      <Count />
      <Looking />
    </>,
    { path: '/' },
  );
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(1);
  await expect.element(screen.getByText('1 unread')).toBeVisible();
  expect(reads).toBe(1);
  streams[0]?.end();
  await vi.waitFor(() => expect(streams).toHaveLength(2), { timeout: 10_000 });
  for (const count of [2, 3]) streams[1]?.say(count);
  await expect.element(screen.getByText('3 unread')).toBeVisible();
  await vi.waitFor(() => expect(reads).toBe(2));
});

test('a token that ran out is exchanged, and a visitor sends no request', async () => {
  const tokens: (string | null)[] = [];
  fake('streamUnread', () => {
    tokens.push(accessToken());
    if (tokens.length === 1) return { refusal: 'session_ended' };
    const stream = fakeEvents();
    streams.push(stream);
    return stream.response;
  });
  fake('refreshSession', () => {
    replaceAccessToken('b'.repeat(43));
    return { accessToken: 'b'.repeat(43), expiresAt: '2026-11-20T10:05:00.000Z' } as never;
  });
  const screen = await show();
  await vi.waitFor(() => expect(streams).toHaveLength(1), { timeout: 10_000 });
  expect(tokens).toEqual(['a'.repeat(43), 'b'.repeat(43)]);
  streams[0]?.say(2);
  await expect.element(screen.getByText('2 unread')).toBeVisible();
  endSession();
  streams[0]?.end();
  await vi.waitFor(() => expect(accessToken()).toBeNull());
  expect(tokens).toHaveLength(2);
});

import { expect, test, vi } from 'vitest';
import { fake } from '../test/fake-endpoint.ts';
import { fakeEvents } from '../test/fake-events.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { startSession } from '../lib/session.ts';
import { useUnread } from '../lib/unread.ts';
import { UnreadStream } from './unread-stream.tsx';

function Count() {
  const { counts } = useUnread();
  return <output>{counts === null ? 'nothing yet' : `${counts.unreadMessagesCount} unread`}</output>;
}

test('the count comes live without AbortSignal.any (Chrome before 116, Safari before 17.4, Firefox before 124)', async () => {
  startSession('a'.repeat(43), { ...RAHIMA });
  const streams: ReturnType<typeof fakeEvents>[] = [];
  fake('streamUnread', () => {
    const stream = fakeEvents();
    streams.push(stream);
    return stream.response;
  });
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  const screen = await renderPage(
    <>
      <UnreadStream />
      <Count />
    </>,
    { path: '/' },
  );
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say(2);
  await expect.element(screen.getByText('2 unread')).toBeVisible();
  vi.restoreAllMocks();
});

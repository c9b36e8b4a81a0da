import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake, pageOf } from '../../test/fake-endpoint.ts';
import { waitingNow } from '../../lib/outbox.ts';
import { fakeEvents } from '../../test/fake-events.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { MessagesDialog } from './messages-dialog.tsx';

type Message = DataOf<'listMessages'>[number];
type Conversation = DataOf<'listConversations'>[number];

const question: Message = {
  id: '11',
  userId: '20',
  proposalId: '169',
  text: 'How many uniforms do you sew?',
  date: '2026-11-20T10:05:00.000Z',
  user: { firstName: 'Nadia', lastName: 'Karim', profileImage: null },
  borrow: { title: 'Sewing machine' },
  propTitle: 'Sewing machine',
  linksAllowed: true,
};
const answer: Message = {
  ...question,
  id: '12',
  userId: RAHIMA.id,
  text: 'About forty.',
  user: { firstName: 'Rahima', lastName: 'Begum', profileImage: null },
};
const sewing: Conversation = {
  proposalId: '169',
  title: 'Sewing machine',
  status: 3,
  ownerName: 'Rahima Begum',
  mfiName: 'ROI',
  backersCount: 2,
  unreadMessagesCount: 1,
  lastMessageAt: '2026-11-20T10:05:00.000Z',
  mayWrite: true,
  mayRead: true,
  blockedPeople: [],
};

let events: ReturnType<typeof fakeEvents>;
let read: string[];

beforeEach(() => {
  startSession('a'.repeat(43), { ...RAHIMA });
  events = fakeEvents();
  read = [];
  fake('streamUnread', () => events.response);
  fake('listConversations', () => [sewing]);
  fake('listMessages', () => [question, answer]);
  fake('readMessages', ({ body }) => {
    read.push(String(body.messageId));
    return { unreadMessagesCount: 0 };
  });
});

const show = async (proposalId: string | null = '169') => {
  const onClose = vi.fn();
  return {
    screen: await renderPage(<MessagesDialog proposalId={proposalId} onClose={onClose} />, { path: '/' }),
    onClose,
  };
};

test('R15.5: own messages as "Me" at the inline start, others with their name at the inline end', async () => {
  const { screen } = await show();
  const log = screen.getByRole('log', { name: 'Conversation' });
  await expect.element(log).toBeVisible();
  const [theirs, own] = log.getByRole('article').elements() as [HTMLElement, HTMLElement];
  expect(theirs.textContent).toMatch(/Nadia Karim.*20\/11\/2026.*How many uniforms/);
  expect(own.textContent).toMatch(/Me.*About forty/);
  expect(own.getBoundingClientRect().left).toBeLessThan(theirs.getBoundingClientRect().left);
  document.documentElement.dir = 'rtl';
  expect(own.getBoundingClientRect().right).toBeGreaterThan(theirs.getBoundingClientRect().right);
  document.documentElement.dir = 'ltr';
  expect(theirs.querySelector('p')?.dir).toBe('auto');
});

test('R15.1: the box says who reads', async () => {
  const { screen } = await show();
  await expect.element(screen.getByText('Read by Rahima Begum, 2 backers and ROI')).toBeVisible();
});

test('R15.4: opening marks as read, up to the last message of somebody else', async () => {
  const { screen } = await show();
  await expect.element(screen.getByText('About forty.')).toBeVisible();
  await vi.waitFor(() => expect(read).toEqual(['11']));
});

test('a message that arrives while the conversation is open appears and is read', async () => {
  const { screen } = await show();
  await expect.element(screen.getByText('About forty.')).toBeVisible();
  fake('listMessages', () => [question, answer, { ...question, id: '13', text: 'Thank you!' }]);
  events.say(1);
  await expect.element(screen.getByText('Thank you!')).toBeVisible();
  await vi.waitFor(() => expect(read).toEqual(['11', '13']));
});

test('specification: Enter sends, Shift and Enter breaks the line, an empty text is not sent', async () => {
  const sent: unknown[] = [];
  fake('sendMessage', ({ body }) => {
    sent.push(body);
    return { ...answer, id: '14', text: body.text };
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

test('what was typed is never lost: not by a failure, not by closing', async () => {
  const keys: (string | null)[] = [];
  fake('sendMessage', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? { refusal: 'too_many_requests' } : { ...answer, id: '14' };
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

test('without a network a message waits in its place, under the key it was sent with, and can be taken back', async () => {
  const keys: (string | null)[] = [];
  fake('sendMessage', ({ key }) => {
    keys.push(key);
    return keys.length === 1 ? BROKEN : { ...answer, id: '14' };
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
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Edit' }).click();
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

test('specification: in "all" mode unread messages first, then the proposals; six filters', async () => {
  const asked: unknown[] = [];
  fake('listMessages', ({ query }) => {
    asked.push(query);
    return [question];
  });
  const { screen } = await show(null);
  const select = screen.getByRole('combobox', { name: 'Proposal' });
  await expect.element(screen.getByRole('option', { name: 'Sewing machine (1 unread)' })).toBeInTheDocument();
  expect((select.element() as HTMLSelectElement).value).toBe('0');
  expect(screen.getByRole('option').elements()[0]?.textContent).toBe('Unread Messages');
  expect(asked).toEqual([{ proposalId: '0' }]);
  // Which conversation it belongs to stands with each message; nothing is marked as read from here.
  await expect.element(screen.getByRole('button', { name: 'Sewing machine' })).toBeVisible();
  expect(read).toEqual([]);
  const bar = screen.getByRole('toolbar', { name: 'Show conversations by status' });
  expect(
    bar
      .getByRole('button')
      .elements()
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['All', 'Published', 'Locked', 'Backed', 'Funded', 'Repaid']);
  await bar.getByRole('button', { name: 'Funded' }).click();
  await vi.waitFor(() => expect(asked).toContainEqual({ proposalId: '0', status: '5' }));
  await expect.element(bar.getByRole('button', { name: 'Funded' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(bar.getByRole('button', { name: 'Repaid' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(bar.getByRole('button', { name: 'All' })).toHaveFocus();
});

test('from an unread message to its conversation', async () => {
  const { screen } = await show(null);
  await screen.getByRole('button', { name: 'Sewing machine' }).first().click();
  await expect.element(screen.getByPlaceholder('Enter your message...')).toBeVisible();
  await vi.waitFor(() => expect(read).toEqual(['11']));
});

test('older messages come on demand, above', async () => {
  fake('listMessages', ({ query }) =>
    query.cursor === 'older'
      ? [{ ...question, id: '5', text: 'The very first' }]
      : pageOf<'listMessages'>([question, answer], 'older'),
  );
  const { screen } = await show();
  await screen.getByRole('button', { name: 'Older messages' }).click();
  await expect.element(screen.getByText('The very first')).toBeInTheDocument();
  const texts = screen
    .getByRole('article')
    .elements()
    .map((element) => element.querySelector('p')?.textContent);
  expect(texts).toEqual(['The very first', question.text, answer.text]);
});

test('R15.3: an address is a link only where the server allows it, and passes nothing on', async () => {
  const text = 'See https://example.org/cow.';
  fake('listMessages', () => [
    { ...question, text },
    { ...question, id: '12', text, linksAllowed: false },
  ]);
  const { screen } = await show();
  await expect
    .element(screen.getByRole('link', { name: 'https://example.org/cow' }))
    .toHaveAttribute('rel', 'noopener nofollow ugc');
  expect(screen.getByRole('link').elements()).toHaveLength(1);
});

test('a message is words, whatever is written in it', async () => {
  const text = '<img src=x onerror="alert(1)"> **bold** &amp;';
  fake('listMessages', () => [{ ...question, text }]);
  const { screen } = await show();
  await expect.element(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('log').element().querySelector('img')).toBeNull();
});

test('R15.3: others can be hidden after a question, and shown again', async () => {
  const done: string[] = [];
  fake('blockPerson', ({ body }) => {
    done.push(`block ${body.personId}`);
    fake('listConversations', () => [{ ...sewing, blockedPeople: [{ id: '20', name: 'Nadia Karim' }] }]);
    fake('listMessages', () => [answer]);
    return { personId: '20' };
  });
  fake('unblockPerson', ({ body }) => {
    done.push(`unblock ${body.personId}`);
    fake('listConversations', () => [sewing]);
    fake('listMessages', () => [question, answer]);
    return { personId: '20' };
  });
  const { screen } = await show();
  await screen.getByRole('button', { name: 'More about this message of Nadia Karim' }).click();
  await screen.getByRole('menuitem', { name: 'Hide messages of Nadia Karim' }).click();
  await screen.getByRole('button', { name: 'Yes' }).click();
  await expect.element(screen.getByRole('button', { name: 'Show them again' })).toBeVisible();
  await expect.element(screen.getByText(question.text)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show them again' }).click();
  await expect.element(screen.getByText(question.text)).toBeVisible();
  expect(done).toEqual(['block 20', 'unblock 20']);
});

test('R15.3: a report needs a reason', async () => {
  const reports: unknown[] = [];
  fake('reportMessage', ({ body }) => {
    reports.push(body);
    return { messageId: '11' };
  });
  const { screen } = await show();
  await screen.getByRole('button', { name: 'More about this message of Nadia Karim' }).click();
  await screen.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Report a message of Nadia Karim' });
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('required');
  await dialog.getByRole('combobox').selectOptions('fraud');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect.element(screen.getByText('Thank you. The staff will look at it.')).toBeVisible();
  expect(reports).toEqual([{ messageId: '11', reason: 'fraud' }]);
});

test('R15.2: somebody new may begin, and hears that reading comes with writing', async () => {
  fake('listConversations', () => [{ ...sewing, mayRead: false }]);
  const { screen } = await show();
  await expect.element(screen.getByText(/Once you have written/)).toBeVisible();
  await expect.element(screen.getByPlaceholder('Enter your message...')).toBeVisible();
});

test('R15.2: about a repaid loan one reads and does not write', async () => {
  fake('listConversations', () => [{ ...sewing, status: 6, mayWrite: false }]);
  const { screen } = await show();
  await expect.element(screen.getByText(/Nobody can write here any more/)).toBeVisible();
  await expect.element(screen.getByText('About forty.')).toBeVisible();
  await expect.element(screen.getByPlaceholder('Enter your message...')).not.toBeInTheDocument();
});

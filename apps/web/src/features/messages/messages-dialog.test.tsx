import { useQuery } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { Reporting } from '../../chrome/reporting.tsx';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { startSession } from '../../lib/session.ts';
import { tellUnread } from '../../lib/unread.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { ANSWER, QUESTION, SEWING } from '../../test/messages.ts';
import { RAHIMA } from '../../test/people.ts';
import { proposalPage } from '../../test/proposal-cards.ts';
import { renderPage } from '../../test/render-page.tsx';
import MessagesDialog from './messages-dialog.tsx';

let read: string[];

beforeEach(() => {
  startSession('a'.repeat(43), { ...RAHIMA });
  read = [];
  fake('listConversations', () => [SEWING]);
  fake('listMessages', () => [QUESTION, ANSWER]);
  fake('readMessages', ({ body }) => {
    read.push(String(body.messageId));
    return { unreadMessagesCount: 0 };
  });
});

const show = async (proposalId: string | null = '169') => {
  const onClose = vi.fn();
  return {
    screen: await renderPage(
      <>
        <MessagesDialog proposalId={proposalId} onClose={onClose} />
        <Reporting />
      </>,
      { path: '/' },
    ),
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

test('R15.1: before the first backing the count of readers leaves backers out', async () => {
  fake('listConversations', () => [{ ...SEWING, backersCount: 0 }]);
  const { screen } = await show();
  await expect.element(screen.getByText('Read by Rahima Begum and ROI')).toBeVisible();
});

test('a title that is cut in the choice keeps its beginning, in either direction of the page', async () => {
  const { screen } = await show(null);
  const choice = screen.getByRole('combobox', { name: 'Proposal' });
  await choice.selectOptions('169');
  await expect.element(choice).toHaveAttribute('dir', 'ltr');
});

test('R15.4: opening marks as read, up to the last message of another person', async () => {
  const { screen } = await show();
  await expect.element(screen.getByText('About forty.')).toBeVisible();
  await vi.waitFor(() => expect(read).toEqual(['11']));
});

test('R15.4: the number on the page of a proposal is read anew when its messages were read', async () => {
  let loads = 0;
  fake('findProposal', () => {
    loads += 1;
    return proposalPage();
  });
  const Badge = () => {
    const { data } = useQuery({
      queryKey: queryKeys.proposal('169'),
      queryFn: () => call('findProposal', { query: { id: '169' } }),
    });
    return <p>{data?.title}</p>;
  };
  await renderPage(
    <>
      <Badge />
      <MessagesDialog proposalId="169" onClose={vi.fn()} />
    </>,
    { path: '/' },
  );
  await expect.poll(() => read).toEqual(['11']);
  await expect.poll(() => loads).toBe(2);
});

test('a message that arrives while the conversation is open appears and is read', async () => {
  const { screen } = await show();
  await expect.element(screen.getByText('About forty.')).toBeVisible();
  fake('listMessages', () => [QUESTION, ANSWER, { ...QUESTION, id: '13', text: 'Thank you!' }]);
  tellUnread({ unreadMessagesCount: 1, unreadNotificationsCount: 0 });
  await expect.element(screen.getByText('Thank you!')).toBeVisible();
  await vi.waitFor(() => expect(read).toEqual(['11', '13']));
});

test('specification: in "all" mode unread messages first, then the proposals; six filters', async () => {
  const asked: unknown[] = [];
  fake('listMessages', ({ query }) => {
    asked.push(query);
    return [QUESTION];
  });
  const { screen } = await show(null);
  const select = screen.getByRole('combobox', { name: 'Proposal' });
  await expect.element(screen.getByRole('option', { name: 'Sewing machine (1 unread)' })).toBeInTheDocument();
  expect((select.element() as HTMLSelectElement).value).toBe('0');
  expect(screen.getByRole('option').elements()[0]?.textContent).toBe('Unread Messages');
  expect(asked).toEqual([{ proposalId: '0' }]);
  // Each message names its conversation; nothing is marked as read from here.
  await expect.element(screen.getByRole('button', { name: 'Sewing machine' })).toBeVisible();
  expect(read).toEqual([]);
  const bar = screen.getByRole('toolbar', { name: 'Show conversations by status' });
  expect(
    bar
      .getByRole('button')
      .elements()
      .map((button) => button.textContent),
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

test('R15.1: a conversation stays open when others move it off the first page of the choice', async () => {
  const others = { ...SEWING, proposalId: '170', title: 'Rice mill' };
  fake('listConversations', ({ query }) => {
    if (query.proposalId === '169') return [SEWING];
    return read.length > 0 ? pageOf<'listConversations'>([others], 'later') : [SEWING, others];
  });
  const { screen } = await show(null);
  await screen.getByRole('button', { name: 'Sewing machine' }).first().click();
  const words = screen.getByPlaceholder('Enter your message...');
  await words.fill('We come on Monday.');
  await vi.waitFor(() => expect(read).toEqual(['11']));
  tellUnread({ unreadMessagesCount: 0, unreadNotificationsCount: 0 });
  await expect.element(screen.getByRole('button', { name: 'Show more' })).toBeVisible();
  await expect.element(words).toHaveValue('We come on Monday.');
  await expect.element(screen.getByRole('combobox', { name: 'Proposal' })).toHaveValue('169');
});

describe('the number of conversations', () => {
  const number = /^All: /;

  test('is told when they are there', async () => {
    fake('listMessages', () => []);
    const { promise, resolve } = Promise.withResolvers<[]>();
    fake('listConversations', () => promise);
    const { screen } = await show(null);
    await expect.element(screen.getByText('You have read everything.')).toBeVisible();
    expect(screen.getByText(number).elements()).toEqual([]);
    resolve([]);
    await expect.element(screen.getByText('All: no conversations')).toBeVisible();
  });

  test('is not told when they did not come', async () => {
    fake('listConversations', () => ({ refusal: 'too_many_requests' }));
    const { screen } = await show(null);
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByText(number).elements()).toEqual([]);
  });

  test('is a least one while more of them may come', async () => {
    fake('listConversations', () => pageOf<'listConversations'>([SEWING], 'later'));
    const { screen } = await show(null);
    await expect.element(screen.getByText('All: more than 1 conversation')).toBeVisible();
  });
});

test('buttons of a message are as large as a finger', async () => {
  const { screen } = await show(null);
  const expectLarge = (button: Locator) => {
    const { width, height } = button.element().getBoundingClientRect();
    // A menu that opens has not grown to its last ten thousandth.
    expect([width, height].filter((length) => Math.round(length) < 44)).toEqual([]);
  };
  const menu = screen.getByRole('button', { name: 'More about this message of Nadia Karim' });
  await expect.element(menu).toBeVisible();
  expectLarge(menu);
  expectLarge(screen.getByRole('button', { name: 'Sewing machine' }).first());
  await menu.click();
  for (const item of screen.getByRole('menuitem').all()) expectLarge(item);
});

test('older messages come on demand, above', async () => {
  fake('listMessages', ({ query }) =>
    query.cursor === 'older'
      ? [{ ...QUESTION, id: '5', text: 'The very first' }]
      : pageOf<'listMessages'>([QUESTION, ANSWER], 'older'),
  );
  const { screen } = await show();
  await screen.getByRole('button', { name: 'Older messages' }).click();
  await expect.element(screen.getByText('The very first')).toBeInTheDocument();
  const texts = screen
    .getByRole('article')
    .elements()
    .map((element) => element.querySelector('p')?.textContent);
  expect(texts).toEqual(['The very first', QUESTION.text, ANSWER.text]);
});

test('R15.3: an address is a link only where the server allows it, and passes nothing on', async () => {
  const text = 'See https://example.org/cow.';
  fake('listMessages', () => [
    { ...QUESTION, text },
    { ...QUESTION, id: '12', text, linksAllowed: false },
  ]);
  const { screen } = await show();
  await expect
    .element(screen.getByRole('link', { name: 'https://example.org/cow' }))
    .toHaveAttribute('rel', 'noopener nofollow ugc');
  expect(screen.getByRole('link').elements()).toHaveLength(1);
});

test('a message is shown as words, with any text in it', async () => {
  const text = '<img src=x onerror="alert(1)"> **bold** &amp;';
  fake('listMessages', () => [{ ...QUESTION, text }]);
  const { screen } = await show();
  await expect.element(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('log').element().querySelector('img')).toBeNull();
});

test('R15.3: others can be hidden after a question, and shown again', async () => {
  const done: string[] = [];
  fake('blockPerson', ({ body }) => {
    done.push(`block ${body.personId}`);
    fake('listConversations', () => [{ ...SEWING, blockedPeople: [{ id: '20', name: 'Nadia Karim' }] }]);
    fake('listMessages', () => [ANSWER]);
    return { personId: '20' };
  });
  fake('unblockPerson', ({ body }) => {
    done.push(`unblock ${body.personId}`);
    fake('listConversations', () => [SEWING]);
    fake('listMessages', () => [QUESTION, ANSWER]);
    return { personId: '20' };
  });
  const { screen } = await show();
  await screen.getByRole('button', { name: 'More about this message of Nadia Karim' }).click();
  await screen.getByRole('menuitem', { name: 'Hide messages of Nadia Karim' }).click();
  await screen.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Show them again' })).toBeVisible();
  await expect.element(screen.getByText(QUESTION.text)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show them again' }).click();
  await expect.element(screen.getByText(QUESTION.text)).toBeVisible();
  expect(done).toEqual(['block 20', 'unblock 20']);
});

test('R15.3: a report needs a reason', async () => {
  const reports: unknown[] = [];
  fake('enterReport', ({ body }) => {
    reports.push(body);
    return { kind: 'message', proposalId: '169' };
  });
  const { screen } = await show();
  await screen.getByRole('button', { name: 'More about this message of Nadia Karim' }).click();
  await screen.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Report this message' });
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('required');
  await dialog.getByLabelText('What is wrong?').selectOptions('fraud');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect.element(screen.getByText('Thank you. The staff will look at it.')).toBeVisible();
  expect(reports).toEqual([{ kind: 'message', proposalId: '169', id: '11', reason: 'fraud' }]);
});

import { beforeEach, expect, test } from 'vitest';
import { Reporting } from '../../chrome/reporting.tsx';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { proposalPage } from '../../test/proposal-cards.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ReportButton } from './report-button.tsx';
import { HiddenBanners } from './hidden-banners.tsx';
import { ReportQueue } from './report-queue.tsx';

const waiting: DataOf<'listReports'>[number] = {
  id: '7',
  kind: 'proposal',
  thing: '101',
  proposalId: '101',
  mfiName: 'ROI',
  title: 'A sewing machine',
  ownerName: 'Rahima Begum',
  words: 'To sew school uniforms',
  image: null,
  picturePass: null,
  state: 'hidden',
  openedAt: '2026-11-19T10:00:00.000Z',
  hiddenAt: '2026-11-20T10:00:00.000Z',
  reasons: [
    { reason: 'fraud', count: 2, counted: 2 },
    { reason: 'other', count: 1, counted: 0 },
  ],
  decidedByName: null,
  decisionReason: null,
  appeal: null,
  appealedAt: null,
  mayDecide: true,
  mayAnswer: false,
};

beforeEach(() => {
  fake('findMfi', () => ROI);
  startSession('token', OFFICER);
});

test('R14.4: a person reports a proposal, with a reason', async () => {
  const sent: unknown[] = [];
  fake('enterReport', ({ body }) => {
    sent.push(body);
    return { kind: 'proposal', proposalId: '101' };
  });
  const screen = await renderPage(
    <>
      <ReportButton
        things={[
          { kind: 'proposal', proposalId: '101' },
          { kind: 'person', proposalId: '101', id: '2' },
        ]}
      />
      <Reporting />
    </>,
    { path: '/App/proposal' },
  );
  await screen.getByRole('button', { name: 'Report' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Report this proposal' });
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect.element(dialog.getByText('required')).toBeVisible();
  await dialog.getByLabelText('What is wrong?').selectOptions('It harms the privacy of a child');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect.element(screen.getByText('Thank you. The staff will look at it.')).toBeInTheDocument();
  expect(sent).toEqual([{ kind: 'proposal', proposalId: '101', reason: 'child_privacy' }]);
});

test('R34.6: staff decide about a report, with a reason', async () => {
  const sent: unknown[] = [];
  fake('listReports', () => (sent.length === 0 ? [waiting] : []));
  fake('decideReport', ({ query, body }) => {
    sent.push([query, body]);
    return { id: '7', state: 'shown' };
  });
  const screen = await renderPage(<ReportQueue mfiId="3" />, { path: '/App/MFIReports/ROI' });
  await expect.element(screen.getByRole('heading', { name: 'The proposal “A sewing machine”' })).toBeVisible();
  await expect.element(screen.getByText('It looks like fraud: 2 people')).toBeVisible();
  await expect.element(screen.getByText('Something else: 1 person, none of whom counts yet')).toBeVisible();
  await screen.getByRole('button', { name: 'Decide' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Your decision').selectOptions('It is in order: show it');
  await dialog.getByLabelText(/^Reason/).fill(' It shows the owner alone. ');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect.element(screen.getByText('Nothing is waiting')).toBeVisible();
  expect(sent).toEqual([
    [
      { mfiId: '3', id: '7' },
      { state: 'shown', reason: 'It shows the owner alone.' },
    ],
  ]);
});

test('R34.6: reports beyond the first page of the queue are shown on demand', async () => {
  fake('listReports', ({ query }) =>
    query.cursor === 'later' ? [{ ...waiting, id: '8', title: 'A loom' }] : pageOf<'listReports'>([waiting], 'later'),
  );
  const screen = await renderPage(<ReportQueue mfiId="3" />, { path: '/App/MFIReports/ROI' });
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByRole('heading', { name: 'The proposal “A loom”' })).toBeVisible();
});

test('R34.6: staff do not decide about a thing of their own', async () => {
  fake('listReports', () => [{ ...waiting, mayDecide: false }]);
  const screen = await renderPage(<ReportQueue mfiId="3" />, { path: '/App/MFIReports/ROI' });
  await expect.element(screen.getByText('This is about something of yours; others decide.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Decide' })).not.toBeInTheDocument();
});

test('R34.6: the owner reads that a proposal is hidden, and until when its deadline stands still', async () => {
  startSession('token', RAHIMA);
  const hidden = {
    id: '7',
    kind: 'proposal',
    thing: '101',
    words: 'To sew school uniforms',
    image: null,
    picturePass: null,
    state: 'hidden',
    hiddenAt: '2026-11-20T10:00:00.000Z',
    deadlineStandsUntil: '2026-12-04T18:29:59.999Z',
    reason: null,
    appealedAt: null,
    answer: null,
    mayAppeal: false,
  } as const;
  const screen = await renderPage(<HiddenBanners proposal={proposalPage({ hidden: [hidden] })} />, {
    path: '/App/proposal',
  });
  await expect.element(screen.getByText(/^This proposal was reported/)).toBeVisible();
  await expect.element(screen.getByText(/^Its deadline stands still/)).toBeVisible();
});

test('R34.6: the owner appeals, and reads that it waits', async () => {
  startSession('token', RAHIMA);
  const sent: unknown[] = [];
  fake('enterAppeal', ({ body }) => {
    sent.push(body);
    return { id: '7' };
  });
  const hidden = {
    id: '7',
    kind: 'proposal',
    thing: '101',
    words: 'To sew school uniforms',
    image: null,
    picturePass: null,
    state: 'hidden_for_good',
    hiddenAt: '2026-11-20T10:00:00.000Z',
    deadlineStandsUntil: null,
    reason: 'It shows a neighbour.',
    appealedAt: null,
    answer: null,
    mayAppeal: true,
  } as const;
  const waits = { ...hidden, id: '8', appealedAt: '2026-11-21T10:00:00.000Z', mayAppeal: false };
  const screen = await renderPage(<HiddenBanners proposal={proposalPage({ hidden: [hidden, waits] })} />, {
    path: '/App/proposal',
  });
  await expect.element(screen.getByText('It shows a neighbour.').first()).toBeVisible();
  await expect.element(screen.getByText(/^You appealed on/)).toBeVisible();
  await screen.getByRole('button', { name: 'Appeal' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText(/^Why should it be shown/).fill(' It is my own house. ');
  await dialog.getByRole('button', { name: 'Send the appeal' }).click();
  await expect.element(screen.getByText(/^Sent/)).toBeInTheDocument();
  expect(sent).toEqual([{ id: '7', text: 'It is my own house.' }]);
});

test('R34.6: staff who did not decide answer an appeal', async () => {
  const sent: unknown[] = [];
  const appealed = {
    ...waiting,
    state: 'hidden_for_good' as const,
    decidedByName: 'Anil Rao',
    decisionReason: 'It shows a neighbour.',
    appeal: 'It is my own house.',
    appealedAt: '2026-11-21T10:00:00.000Z',
    mayDecide: false,
    mayAnswer: true,
  };
  fake('listReports', () => (sent.length === 0 ? [appealed] : []));
  fake('answerAppeal', ({ body }) => {
    sent.push(body);
    return { id: '7', state: 'shown' };
  });
  const screen = await renderPage(<ReportQueue mfiId="3" />, { path: '/App/MFIReports/ROI' });
  await expect.element(screen.getByText('Hidden for good by Anil Rao: It shows a neighbour.')).toBeVisible();
  await screen.getByRole('button', { name: 'Answer the appeal' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Your decision').selectOptions('It is in order: show it');
  await dialog.getByLabelText(/^Reason/).fill('It is the owner’s house.');
  await dialog.getByRole('button', { name: 'Answer the appeal' }).click();
  await expect.element(screen.getByText('Nothing is waiting')).toBeVisible();
  expect(sent).toEqual([{ state: 'shown', reason: 'It is the owner’s house.' }]);
});

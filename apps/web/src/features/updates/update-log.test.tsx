import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { userEvent } from 'vitest/browser';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../test/fake-upload.ts';
import { startSession } from '../../lib/session.ts';
import { RAHIMA } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { forgetWaiting, keep, ownOnes } from '../waiting/waiting.ts';
import { UpdateLog } from './update-log.tsx';

type Update = DataOf<'listUpdates'>[number];

const update: Update = {
  id: '5',
  proposalId: '169',
  image: 'proposalImages/169-a.webp',
  imageUrl: '/files/proposalImages/169-a.webp',
  imageBlur: null,
  description: 'Forty bags are sewn.',
  date: '2026-11-19T10:00:00.000Z',
  editedAt: null,
  isHidden: false,
};
const OWN: ProposalSummary = { ...SEWING_MACHINE, status: 3, allowedActions: ['postUpdate', 'share'] };
const MAIL = { subject: 'News from Sewing machine', opening: 'Rahima writes:', closing: 'The picture is on the page.' };

/** Keeps pictures on the page: none loads here, and a picture that fails would be taken away. */
const keepFailed = (event: Event) => event.stopImmediatePropagation();

afterEach(() => removeEventListener('error', keepFailed, true));

beforeEach(() => {
  addEventListener('error', keepFailed, true);
  fake('findUpdateAudience', () => ({ backersCount: 6, mail: MAIL }));
});

const show = (proposal: ProposalSummary, onShare?: (updateId: string) => void, path = '/App/proposal') =>
  renderPage(<UpdateLog proposal={proposal} {...(onShare && { onShare })} />, { path });

test('a reader sees picture, words and date; only the owner adds, edits and deletes', async () => {
  fake('listUpdates', () => [update]);
  const screen = await show({ ...OWN, allowedActions: [] });
  await expect.element(screen.getByText('Forty bags are sewn.')).toBeVisible();
  await expect.element(screen.getByText('19/11/2026')).toBeVisible();
  await expect.element(screen.getByRole('img', { name: 'Picture of the update of 19/11/2026' })).toBeInTheDocument();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('its owner reads on each button what it does, and adds an update in one place', async () => {
  fake('listUpdates', () => []);
  const empty = await show(OWN);
  await expect.element(empty.getByText('No updates yet')).toBeVisible();
  expect(empty.getByText('Add an update', { exact: true }).elements()).toHaveLength(1);
  await empty.unmount();
  fake('listUpdates', () => [update]);
  const screen = await show(OWN, vi.fn());
  await expect.element(screen.getByRole('button', { name: 'Delete this update of 19/11/2026' })).toBeVisible();
  const words = screen.getByRole('button').elements();
  expect(words.map(({ textContent }) => textContent)).toEqual(['Add an update', 'Share', 'Edit', 'Delete']);
});

test('R14.3: an update whose picture is kept until the check shows its words alone', async () => {
  fake('listUpdates', () => [{ ...update, image: null, imageUrl: null }]);
  const screen = await show({ ...OWN, allowedActions: [] });
  await expect.element(screen.getByText('Forty bags are sewn.')).toBeVisible();
  expect(screen.getByRole('article').element().querySelectorAll('img, [class*=picture]')).toHaveLength(0);
});

test('an empty log explains its purpose once the money is released, and invites its owner to write', async () => {
  let isAsked = false;
  fake('listUpdates', () => {
    isAsked = true;
    return [];
  });
  const early = await show({ ...OWN, allowedActions: [] });
  await expect.poll(() => isAsked).toBe(true);
  expect(early.getByRole('heading', { name: 'Updates' }).elements()).toEqual([]);
  await early.unmount();
  const screen = await show({ ...OWN, status: 5, allowedActions: [] });
  await expect.element(screen.getByText('No updates yet')).toBeVisible();
  const own = await show(OWN);
  await expect.element(own.getByText(/Tell your backers how it is going/)).toBeVisible();
});

test.each(['<img src=x onerror=alert(1)>', '</p><script>alert(1)</script>', 'javascript:alert(1)', '{{7*7}}'])(
  'T12: words stay words: %s',
  async (description) => {
    fake('listUpdates', () => [{ ...update, description }]);
    const screen = await show(OWN);
    await expect.element(screen.getByText(description, { exact: true })).toBeVisible();
    expect(screen.container.querySelectorAll('script, a, img[src="x"]')).toHaveLength(0);
  },
);

test('for a reader who came for something else the log stands behind its name', async () => {
  fake('listUpdates', () => [update]);
  const screen = await renderPage(<UpdateLog proposal={{ ...OWN, allowedActions: [] }} isFolded />, {
    path: '/App/proposal',
  });
  const name = screen.getByRole('heading', { name: 'Updates' });
  await expect.element(name).toBeVisible();
  expect(screen.getByText('Forty bags are sewn.').elements()).toEqual([]);
  await name.click();
  await expect.element(screen.getByText('Forty bags are sewn.')).toBeVisible();
});

test('specification 5: nothing is sent without picture and text', async () => {
  fake('listUpdates', () => []);
  const screen = await show(OWN);
  await screen.getByRole('button', { name: 'Add an update' }).first().click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save update' }).click();
  await expect.element(dialog.getByText('Please choose a picture.')).toBeVisible();
  await expect.element(dialog.getByText('required')).toBeVisible();
});

test('an update being written is there again when the dialog was closed', async () => {
  fake('listUpdates', () => []);
  const screen = await show(OWN);
  const open = () => screen.getByRole('button', { name: 'Add an update' }).first().click();
  await open();
  await screen.getByRole('textbox', { name: 'What has happened' }).fill('Half a story');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect.element(screen.getByRole('textbox', { name: 'What has happened' })).toHaveValue('Half a story');
});

test('an update being written, a new one or a change, is there again when the page comes anew', async () => {
  startSession('token', RAHIMA);
  fake('listUpdates', () => [update]);
  for (const button of ['Add an update', 'Edit this update of 19/11/2026']) {
    const before = await show(OWN);
    await before.getByRole('button', { name: button }).click();
    await before.getByRole('textbox', { name: 'What has happened' }).fill(`Half a story: ${button}`);
    await before.unmount();
    const screen = await show(OWN);
    await screen.getByRole('button', { name: button }).click();
    const words = screen.getByRole('textbox', { name: 'What has happened' });
    await expect.element(words).toHaveValue(`Half a story: ${button}`);
    await screen.unmount();
  }
});

test('decision 34: an update that waits outlives its change, beside one that was begun', async () => {
  startSession('token', RAHIMA);
  fake('listUpdates', () => [update]);
  await forgetWaiting(RAHIMA.id);
  const body = { proposalId: '169', image: 'proposalImages/169-b.webp', description: 'Fifty bags.' };
  await keep({ name: 'createUpdate', about: '169', body, mails: true });
  const screen = await show(OWN);
  const words = screen.getByRole('textbox', { name: 'What has happened' });
  const begun = async () => {
    await screen.getByRole('button', { name: 'Add an update' }).click();
    return words;
  };
  await (await begun()).fill('Begun.');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.element(words).toHaveValue('Fifty bags.');
  await expect.element(screen.getByRole('checkbox', { name: 'E-mail it to your 6 backers' })).toBeChecked();
  await words.fill('Sixty bags.');
  // A page that the phone has ended finds the update there when it is loaded again.
  expect(await ownOnes()).toMatchObject([{ body }]);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('Fifty bags.')).toBeVisible();
  await expect.element(await begun()).toHaveValue('Begun.');
  await screen.getByRole('button', { name: 'Cancel' }).click();

  const sent: unknown[] = [];
  fake('createUpdate', ({ body: made }) => {
    sent.push(made);
    return update;
  });
  fake('sendNewUpdateEmail', () => ({ results: [] }));
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await words.fill('Sixty bags.');
  await screen.getByRole('button', { name: 'Save and e-mail to 6 people' }).click();
  await expect.poll(() => sent).toEqual([{ ...body, description: 'Sixty bags.' }]);
  await expect.poll(ownOnes).toEqual([]);
  await expect.element(screen.getByText('Fifty bags.')).not.toBeInTheDocument();
});

test('an edit goes to the backers when wished: the number of readers and the text are shown before', async () => {
  const edits: unknown[] = [];
  const mails: unknown[] = [];
  fake('listUpdates', () => [update]);
  fake('editUpdate', ({ query, body }) => {
    edits.push({ ...query, ...body });
    return { ...update, description: 'Fifty bags.' };
  });
  fake('sendNewUpdateEmail', ({ body }) => {
    mails.push(body);
    return {
      results: [
        { email: 'a@b.example', result: 'sent' },
        { email: 'c@d.example', result: 'skipped' },
      ],
    };
  });
  const screen = await show(OWN);
  await screen.getByRole('button', { name: /^Edit this update/ }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'What has happened' }).fill('Fifty bags.');
  expect(dialog.getByText('News from Sewing machine').elements()).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'E-mail it to your 6 backers' }).click();
  await expect.element(dialog.getByText('News from Sewing machine')).toBeVisible();
  await expect.element(dialog.getByRole('figure').getByText('Fifty bags.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save and e-mail to 6 people' }).click();
  await expect.element(screen.getByText('Proposal Update Saved Successfully')).toBeVisible();
  await expect.element(screen.getByText('E-mailed to 1 person')).toBeVisible();
  expect(edits).toEqual([{ id: '5', image: update.image, description: 'Fifty bags.' }]);
  expect(mails).toEqual([{ proposalId: '169', updateId: '5', toAllBackers: true }]);
});

test('a picture that the server does not know any more is told at its field', async () => {
  fake('listUpdates', () => [update]);
  const errors = [{ path: 'image', message: 'Please choose the picture again.' }];
  fake('editUpdate', () => ({ refusal: 'invalid_request', errors }));
  const screen = await show(OWN);
  await screen.getByRole('button', { name: /^Edit this update/ }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'What has happened' }).fill('Fifty bags.');
  await dialog.getByRole('button', { name: 'Save update' }).click();
  await expect.element(dialog.getByText('Please choose the picture again.')).toBeVisible();
});

test('without the wish no mail is sent; mails that fail leave the update saved', async () => {
  fake('listUpdates', () => [update]);
  fake('editUpdate', () => update);
  const screen = await show(OWN);
  const save = async (mails: boolean) => {
    await screen.getByRole('button', { name: /^Edit this update/ }).click();
    if (mails) await screen.getByRole('checkbox', { name: /^E-mail it/ }).click();
    await screen.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
    await expect.poll(() => screen.getByRole('dialog').elements().length).toBe(0);
  };
  await save(false);
  fake('sendNewUpdateEmail', () => ({ refusal: 'too_many_requests' }));
  await save(true);
  await expect.element(screen.getByText(/The update is saved, but the mails could not be sent/)).toBeVisible();
});

test('a loan without backers offers no mail', async () => {
  fake('listUpdates', () => [update]);
  fake('findUpdateAudience', () => ({ backersCount: 0, mail: MAIL }));
  const screen = await show(OWN);
  await screen.getByRole('button', { name: /^Edit this update/ }).click();
  await expect.element(screen.getByRole('checkbox', { name: /^E-mail it/ })).toBeDisabled();
});

test('deleting asks first, and says that it is done', async () => {
  let updates = [update];
  const deleted: unknown[] = [];
  fake('listUpdates', () => updates);
  fake('deleteUpdate', ({ query }) => {
    deleted.push(query);
    updates = [];
    return { id: '5' };
  });
  const screen = await show(OWN);
  await screen.getByRole('button', { name: /^Delete this update/ }).click();
  await expect.element(screen.getByText('Are you sure you want to delete this update?')).toBeVisible();
  expect(deleted).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Proposal update deleted Successfully')).toBeVisible();
  await expect.element(screen.getByText('No updates yet')).toBeVisible();
  expect(deleted).toEqual([{ id: '5' }]);
});

test('R17.11: sharing passes on the update that is pressed', async () => {
  fake('listUpdates', () => [update]);
  const onShare = vi.fn();
  const screen = await show(OWN, onShare);
  await screen.getByRole('button', { name: /^Share this update/ }).click();
  expect(onShare).toHaveBeenCalledWith('5');
});

describe('the wish to share a new update afterwards', () => {
  const write = async (onShare: (updateId: string) => void, isOnline = true) => {
    startSession('token', RAHIMA);
    fake('listUpdates', () => []);
    fakeUpload(({ folder }) => ({ key: `${folder}/169-new.webp` }));
    const screen = await show(OWN, onShare);
    await screen.getByRole('button', { name: 'Add an update' }).first().click();
    const dialog = screen.getByRole('dialog');
    await userEvent.upload(dialog.getByLabelText('Choose a picture'), await photo());
    await expect.element(dialog.getByText('The picture is there.')).toBeInTheDocument();
    await dialog.getByRole('textbox', { name: 'What has happened' }).fill('Sixty bags.');
    await dialog.getByRole('checkbox', { name: 'Share it afterwards' }).click();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    await dialog.getByRole('button', { name: 'Save update' }).click();
    await expect.poll(() => screen.getByRole('dialog').elements().length).toBe(0);
    return screen;
  };
  afterEach(() => vi.restoreAllMocks());

  test('leads to the update that was saved (R17.11)', async () => {
    fake('createUpdate', () => ({ ...update, id: '9' }));
    const onShare = vi.fn();
    await write(onShare);
    expect(onShare.mock.calls).toEqual([['9']]);
  });

  test('waits with an update that is kept without a network (R17.11)', async () => {
    await forgetWaiting(RAHIMA.id);
    const onShare = vi.fn();
    const screen = await write(onShare, false);
    await expect.element(screen.getByText('You can share it once it is sent.')).toBeVisible();
    expect(onShare).not.toHaveBeenCalled();
    await forgetWaiting(RAHIMA.id);
  });
});

test('a long log shows the newest update, and goes on behind a line', async () => {
  fake('listUpdates', ({ query }) =>
    query.cursor === 'next' ? [{ ...update, id: '4' }] : pageOf<'listUpdates'>([update], 'next'),
  );
  const screen = await show(OWN);
  await expect.poll(() => screen.getByRole('article').elements().length).toBe(1);
  await screen.getByText('Earlier updates').click();
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => screen.getByRole('article').elements().length).toBe(2);
});

describe('the update of a mailed link', () => {
  const LINK = '/App/proposal?id=169#update-5';
  const added: HTMLElement[] = [];
  /** A part of the page as tall as two windows. */
  const tall = () => {
    const part = document.createElement('div');
    part.style.height = '200vh';
    added.push(part);
    return part;
  };
  const frames = async () => {
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
  };
  const isInView = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };

  // The tests run as in browsers that do not keep the scroll position by themselves.
  beforeEach(() => document.documentElement.style.setProperty('overflow-anchor', 'none'));
  afterEach(() => {
    document.documentElement.style.removeProperty('overflow-anchor');
    for (const part of added.splice(0)) part.remove();
    scrollTo(0, 0);
  });

  test('stays in view while parts above it arrive, until its reader goes on', async () => {
    fake('listUpdates', () => [update]);
    const screen = await show(OWN, undefined, LINK);
    screen.container.after(tall());
    await expect.element(screen.getByRole('article')).toBeVisible();
    const entry = screen.getByRole('article').element();
    for (const _ of ['the backers', 'a picture']) {
      screen.container.before(tall());
      await frames();
      expect(isInView(entry)).toBe(true);
    }
    scrollTo(0, 0);
    await frames();
    screen.container.before(tall());
    await frames();
    expect(scrollY, 'the reader is not pulled back').toBe(0);
  });

  test('lets go of its place when its reader presses something', async () => {
    fake('listUpdates', () => [update]);
    const screen = await show(OWN, undefined, LINK);
    screen.container.after(tall());
    await expect.element(screen.getByRole('article')).toBeVisible();
    await screen.getByRole('heading', { name: 'Updates' }).click();
    const before = scrollY;
    screen.container.before(tall());
    await frames();
    expect(scrollY).toBe(before);
  });

  test('is read on to and brought into view from behind the first pages, and no further (R17.11)', async () => {
    const asked: unknown[] = [];
    const pages: Record<string, Update> = { first: { ...update, id: '7' }, '6': { ...update, id: '6' }, '5': update };
    fake('listUpdates', ({ query: { cursor = 'first' } }) => {
      asked.push(cursor);
      return pageOf<'listUpdates'>([pages[cursor]!], cursor === 'first' ? '6' : '5');
    });
    const screen = await show(OWN, undefined, LINK);
    screen.container.after(tall());
    screen.container.before(tall());
    await expect.poll(() => screen.getByRole('article').elements().length).toBe(3);
    await expect.poll(() => isInView(screen.getByRole('article').last().element())).toBe(true);
    expect(asked).toEqual(['first', '6', '5']);
  });
});

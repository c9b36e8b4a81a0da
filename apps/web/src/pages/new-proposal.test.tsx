import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSession } from '../lib/session.ts';
import { userEvent } from 'vitest/browser';
import { fake } from '../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../test/fake-upload.ts';
import { RAHIMA, ROI } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import HomePage from './home-page.tsx';

beforeEach(() => {
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('listMfis', () => [ROI]);
  fake('borrowStats', () => ({ funded: { amount: 0 }, paid: 0, active: { amount: 0 }, pasive: { amount: 0 } }));
  fake('listOwnProposals', () => []);
  fake('listOthersProposals', () => []);
  fake('listInvitations', () => []);
});
afterEach(() => vi.useRealTimers());

const open = () => renderPage(<HomePage />, { path: '/App/Home' });

describe('writing a proposal', () => {
  test('nothing is said before the first attempt, then what is missing; nothing is sent', async () => {
    const screen = await open();
    await screen.getByRole('button', { name: 'Add new proposal' }).click();
    const required = screen.getByText('required', { exact: true });
    await expect.element(screen.getByRole('button', { name: 'Save as draft' })).toBeVisible();
    expect(required.elements()).toHaveLength(0);
    await screen.getByRole('textbox', { name: 'Amount' }).fill('0');
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.poll(() => required.elements().length).toBe(4);
    await expect.element(screen.getByText('value must be greater than 1')).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'Name of the proposal' })).toHaveFocus();
  });

  test('the plan is previewed while typing, in any digits (R8.4)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-10T12:00:00Z') });
    const screen = await open();
    await screen.getByRole('button', { name: 'Add new proposal' }).click();
    await screen.getByRole('textbox', { name: 'Amount' }).fill('১০০');
    await screen.getByRole('textbox', { name: 'Months to repay' }).fill('12');
    await expect.element(screen.getByText('About $8.33 a month until May 2027')).toBeVisible();
  });

  test('a draft is sent once and told; the form is empty afterwards', async () => {
    const sent: unknown[] = [];
    fake('createProposal', ({ body }) => {
      sent.push(body);
      return { id: '9' };
    });
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(screen.getByText('Proposal saved')).toBeInTheDocument();
    const fields = {
      title: 'A boat',
      description: 'To fish.',
      amount: 100,
      monthsToRepay: 12,
      startDate: '2099-12-01',
      image: null,
      imageAlt: '',
    };
    expect(sent).toEqual([{ ...fields, status: 1, mfiId: '3' }]);
    await screen.getByRole('button', { name: 'Add new proposal' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name of the proposal' })).toHaveValue('');
  });

  test('publishing with a past date asks first, and goes on (R17.5)', async () => {
    const statuses: unknown[] = [];
    fake('createProposal', ({ body }) => {
      statuses.push(body.status);
      return { id: '9' };
    });
    const screen = await open();
    await fillIn(screen, '2020-01-01');
    await screen.getByRole('button', { name: 'Publish' }).click();
    const question = screen.getByRole('alertdialog');
    await expect.element(question.getByText(/has already passed/)).toBeVisible();
    expect(statuses).toEqual([]);
    await question.getByRole('button', { name: 'Publish' }).click();
    await expect.element(screen.getByText('Proposal published')).toBeInTheDocument();
    expect(statuses).toEqual([2]);
  });

  test('what was typed survives closing, another tab and a reload, until it is sent', async () => {
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await screen.getByRole('button', { name: 'Close' }).click();
    await screen.getByRole('tab', { name: 'Invest' }).click();
    await screen.getByRole('tab', { name: 'Borrow' }).click();
    await screen.getByRole('button', { name: 'Add new proposal' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name of the proposal' })).toHaveValue('A boat');
    await screen.unmount();
    const reloaded = await open();
    await reloaded.getByRole('button', { name: 'Add new proposal' }).click();
    await expect.element(reloaded.getByText('We kept what you were writing.')).toBeVisible();
    await expect.element(reloaded.getByRole('textbox', { name: 'Description' })).toHaveValue('To fish.');
    fake('createProposal', () => ({ id: '9' }));
    await reloaded.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(reloaded.getByText('Proposal saved')).toBeInTheDocument();
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('A boat');
  });

  test('nobody else on this device is shown what was typed, and starting over forgets it', async () => {
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await screen.unmount();
    startSession('token', { ...RAHIMA, id: '8' });
    const others = await open();
    await others.getByRole('button', { name: 'Add new proposal' }).click();
    await expect.element(others.getByRole('textbox', { name: 'Name of the proposal' })).toHaveValue('');
    await others.unmount();
    startSession('token', RAHIMA);
    const own = await open();
    await own.getByRole('button', { name: 'Add new proposal' }).click();
    await own.getByRole('button', { name: 'Start over' }).click();
    await expect.element(own.getByRole('textbox', { name: 'Name of the proposal' })).toHaveValue('');
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('A boat');
  });

  test('a proposal goes out with its picture, its words for it, and the pictures of its album', async () => {
    const sent: unknown[] = [];
    let pictures = 0;
    fakeUpload(() => {
      pictures += 1;
      return { key: `proposalImages/new-${pictures}.webp` };
    });
    fake('createProposal', ({ body }) => {
      sent.push(body);
      return { id: '9' };
    });
    fake('addGalleryImage', ({ body }) => {
      sent.push(body);
      return { id: '1', proposalId: '9', image: body.image, imageUrl: '', imageBlur: null, alt: '' };
    });
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await userEvent.upload(screen.getByLabelText('Choose a picture'), await photo());
    await screen.getByRole('textbox', { name: /What the picture shows/ }).fill('My boat');
    await userEvent.upload(screen.getByLabelText('Add pictures'), [await photo(200, 200), await photo(300, 300)]);
    await screen.getByRole('textbox', { name: /What picture 2 shows/ }).fill('The net');
    await screen.getByRole('button', { name: 'Publish' }).click();
    await expect.element(screen.getByText('Proposal published')).toBeInTheDocument();
    expect(sent).toEqual([
      expect.objectContaining({ title: 'A boat', image: 'proposalImages/new-1.webp', imageAlt: 'My boat', status: 2 }),
      { proposalId: '9', image: 'proposalImages/new-2.webp', alt: '' },
      { proposalId: '9', image: 'proposalImages/new-3.webp', alt: 'The net' },
    ]);
  });

  test('a picture of the album that cannot be added is told; the proposal is there', async () => {
    fakeUpload(() => ({ key: 'proposalImages/new-1.webp' }));
    fake('createProposal', () => ({ id: '9' }));
    fake('addGalleryImage', () => ({ refusal: 'album_full' }));
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await userEvent.upload(screen.getByLabelText('Add pictures'), await photo(200, 200));
    await expect.element(screen.getByRole('textbox', { name: /What picture 1 shows/ })).toBeVisible();
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(screen.getByText('Proposal saved')).toBeInTheDocument();
    await expect.element(screen.getByText(/1 picture could not be saved/)).toBeInTheDocument();
  });

  test('what is typed while a picture travels stays, and nothing is sent before it has arrived', async () => {
    let finish: (answer: { key: string }) => void = () => {};
    fakeUpload(() => new Promise((resolve) => (finish = resolve)));
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await userEvent.upload(screen.getByLabelText('Choose a picture'), await photo());
    await expect.element(screen.getByText('Sending the picture…')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true');
    await screen.getByRole('textbox', { name: 'Name of the proposal' }).fill('Two boats');
    finish({ key: 'proposalImages/new-1.webp' });
    await expect.element(screen.getByRole('textbox', { name: /What the picture shows/ })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'Name of the proposal' })).toHaveValue('Two boats');
  });

  test("the server's word about a field stands at the field", async () => {
    fake('createProposal', () => ({
      refusal: 'invalid_request',
      errors: [{ path: 'title', message: 'Please remove the hidden direction marks.' }],
    }));
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect
      .element(screen.getByRole('textbox', { name: 'Name of the proposal' }))
      .toHaveAccessibleDescription('Please remove the hidden direction marks.');
  });
});

async function fillIn(screen: Awaited<ReturnType<typeof open>>, startDate: string): Promise<void> {
  await screen.getByRole('button', { name: 'Add new proposal' }).click();
  await screen.getByRole('textbox', { name: 'Name of the proposal' }).fill('A boat');
  await screen.getByRole('textbox', { name: 'Description' }).fill('To fish.');
  await screen.getByRole('textbox', { name: 'Amount' }).fill('100');
  await screen.getByRole('textbox', { name: 'Months to repay' }).fill('12');
  await screen.getByLabelText('Needed on').fill(startDate);
}

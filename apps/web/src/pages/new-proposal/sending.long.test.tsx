import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../test/fake-upload.ts';
import { TAKA_LIMITS } from '../../test/loan-limits.ts';
import { ROI } from '../../test/people.ts';
import { fakeWriting, fillIn, headOf, next, open, sentBodies, titleIn } from '../../test/new-proposal.tsx';

beforeEach(fakeWriting);
afterEach(() => vi.useRealTimers());

describe('sending', () => {
  test('a draft is sent once and told, and leads to Home', async () => {
    const sent = sentBodies();
    const screen = await open();
    await fillIn(screen);
    await expect.element(screen.getByText(/^This proposal goes to ROI/)).toBeVisible();
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
      acceptPartial: false,
      place: null,
      category: null,
      storyLanguage: 'en',
    };
    expect(sent).toEqual([{ ...fields, status: 1, mfiId: '3' }]);
    await expect.poll(() => location.pathname).toBe('/App/Borrow/ROI');
  });

  test('publishing with a past date asks first, and leads to the page that helps to share (R17.5)', async () => {
    const sent = sentBodies();
    const screen = await open();
    await fillIn(screen, '2020-01-01');
    await screen.getByRole('button', { name: 'Publish' }).click();
    const question = screen.getByRole('alertdialog');
    await expect.element(question.getByText(/has already passed/)).toBeVisible();
    expect(sent).toEqual([]);
    await question.getByRole('button', { name: /^Yes/ }).click();
    await expect.poll(() => location.pathname + location.search).toBe('/App/Published?mfi=ROI&id=9');
    expect(history.state).toBeNull();
    expect(sent).toEqual([expect.objectContaining({ status: 2 })]);
  });

  test('R6.3: publishing without an answer, and again after the page came anew, is one proposal', async () => {
    const keys: (string | null)[] = [];
    fake('createProposal', ({ key }) => {
      keys.push(key);
      return keys.length === 1 ? BROKEN : { id: '9', amount: 400, localAmount: null };
    });
    const unanswered = await open();
    await fillIn(unanswered);
    await unanswered.getByRole('button', { name: 'Publish' }).click();
    await expect.element(unanswered.getByRole('alert')).toBeVisible();
    await unanswered.unmount();
    const screen = await open();
    await fillIn(screen);
    await screen.getByRole('button', { name: 'Publish' }).click();
    await expect.poll(() => location.pathname).toBe('/App/Published');
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('R6.3: a draft without an answer, saved again after the page came anew, is one draft', async () => {
    const keys: (string | null)[] = [];
    fake('createProposal', ({ key }) => {
      keys.push(key);
      return keys.length === 1 ? new Promise<never>(() => undefined) : { id: '9', amount: 400, localAmount: null };
    });
    const unanswered = await open();
    await fillIn(unanswered);
    await unanswered.getByRole('button', { name: 'Save as draft' }).click();
    await expect.poll(() => keys).toHaveLength(1);
    await unanswered.unmount();
    const screen = await open();
    await fillIn(screen);
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.poll(() => keys).toHaveLength(2);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('an institution that lends in local money is asked in it, and says its limits and when the sum is fixed (R23.3)', async () => {
    fake('findMfi', () => ({ ...ROI, localMoney: true, localCurrency: 'BDT' }));
    fake('findLoanLimits', () => TAKA_LIMITS);
    const sent = sentBodies();
    const screen = await open();
    await next(screen);
    await titleIn(screen).fill('A boat');
    await next(screen);
    const hint =
      /^A first loan at ROI can be up to .?BDT 24,470\.00.* is .?BDT 1,223\.50.*fixed on the day the money is released/;
    await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveAccessibleDescription(hint);
    await screen.getByRole('button', { name: 'Back' }).click();
    await fillIn(screen, '2099-12-01', 2);
    await expect.element(screen.getByText('BDT 100.00')).toBeVisible();
    await screen.getByRole('button', { name: 'Publish' }).click();
    const localAmount = { amount: '100.00', currency: 'BDT' };
    await expect.poll(() => sent).toEqual([expect.objectContaining({ localAmount })]);
    expect(sent).not.toEqual([expect.objectContaining({ amount: 100 })]);
  });

  test('place, trade and the guessed language go along, and none has to (R26.1)', async () => {
    const sent = sentBodies();
    const screen = await open();
    await next(screen);
    await titleIn(screen).fill('নৌকা');
    await screen.getByRole('combobox', { name: /Place/ }).fill(' Gosaba ');
    await screen.getByRole('combobox', { name: /Trade/ }).selectOptions('Fishing');
    await expect.element(screen.getByRole('combobox', { name: /Language of your words/ })).toHaveValue('be');
    await next(screen);
    await screen.getByRole('button', { name: 'Back' }).click();
    await fillIn(screen, '2099-12-01', 2);
    await screen.getByRole('button', { name: 'Publish' }).click();
    await expect
      .poll(() => sent)
      .toEqual([expect.objectContaining({ place: 'Gosaba', category: 'fishing', storyLanguage: 'en' })]);
  });

  test('a proposal goes out with its picture, its words for it, and the pictures of its album', async () => {
    let pictures = 0;
    fakeUpload(() => {
      pictures += 1;
      return { key: `proposalImages/new-${pictures}.webp` };
    });
    const sent = sentBodies();
    fake('addGalleryImage', ({ body }) => {
      sent.push(body);
      return { id: '1', proposalId: '9', image: body.image, imageUrl: '', imageBlur: null, alt: '' };
    });
    const screen = await open();
    await userEvent.upload(screen.getByLabelText('Choose a picture'), await photo());
    await screen.getByRole('textbox', { name: /What the picture shows/ }).fill('My boat');
    await userEvent.upload(screen.getByLabelText('Add pictures'), [await photo(200, 200), await photo(300, 300)]);
    await screen.getByRole('textbox', { name: /What picture 2 shows/ }).fill('The net');
    await fillIn(screen);
    await screen.getByRole('button', { name: 'Publish' }).click();
    await expect.poll(() => location.pathname).toBe('/App/Published');
    expect(sent).toEqual([
      expect.objectContaining({ title: 'A boat', image: 'proposalImages/new-1.webp', imageAlt: 'My boat', status: 2 }),
      { proposalId: '9', image: 'proposalImages/new-2.webp', alt: '' },
      { proposalId: '9', image: 'proposalImages/new-3.webp', alt: 'The net' },
    ]);
  });

  test('a picture of the album that cannot be added is told; the proposal is there', async () => {
    fakeUpload(() => ({ key: 'proposalImages/new-1.webp' }));
    sentBodies();
    fake('addGalleryImage', () => ({ refusal: 'album_full' }));
    const screen = await open();
    await userEvent.upload(screen.getByLabelText('Choose a picture'), await photo());
    await userEvent.upload(screen.getByLabelText('Add pictures'), await photo(200, 200));
    await expect.element(screen.getByRole('textbox', { name: /What picture 1 shows/ })).toBeVisible();
    await fillIn(screen);
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(screen.getByText('Proposal saved')).toBeInTheDocument();
    await expect.element(screen.getByText(/1 picture could not be saved/)).toBeInTheDocument();
  });

  test("the server's word about a field leads back to its step and stands at the field, until it is changed", async () => {
    fake('createProposal', () => ({
      refusal: 'invalid_request',
      errors: [{ path: 'title', message: 'Please remove the hidden direction marks.' }],
    }));
    const screen = await open();
    await fillIn(screen);
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(titleIn(screen)).toHaveAccessibleDescription('Please remove the hidden direction marks.');
    await expect.element(titleIn(screen)).toHaveFocus();
    await next(screen);
    await expect.element(headOf(screen)).toHaveTextContent('Step 3 of 5 How much, and how long');
  });
});

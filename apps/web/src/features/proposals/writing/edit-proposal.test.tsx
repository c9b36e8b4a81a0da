import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { startSession } from '../../../lib/session.ts';
import { fake } from '../../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../../test/fake-upload.ts';
import { keepPictures } from '../../../test/keep-pictures.ts';
import { NO_LIMITS, TAKA_LIMITS } from '../../../test/loan-limits.ts';
import { RAHIMA, ROI } from '../../../test/people.ts';
import { renderPage } from '../../../test/render-page.tsx';
import EditProposal from './edit-proposal.tsx';
import { proposalCard, proposalPage } from '../../../test/proposal-cards.ts';

keepPictures();

const picture = (id: string) => ({
  id,
  proposalId: '101',
  image: `proposalImages/101-${id}.webp`,
  imageUrl: `/files/proposalImages/101-${id}.webp`,
  imageBlur: null,
  alt: `Picture ${id}`,
});

let calls: string[];
beforeEach(() => {
  calls = [];
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('listMfis', () => [ROI]);
  fake('listPlaces', () => []);
  fake('listGalleryImages', () => [picture('1'), picture('2')]);
  fake('findLoanLimits', () => NO_LIMITS);
  fake('updateProposal', ({ query, body }) => {
    calls.push(`update ${query.revision} ${JSON.stringify(body)}`);
    return { id: '101', status: 2, amount: 400, localAmount: null };
  });
  fake('deleteGalleryImage', ({ query }) => {
    calls.push(`delete ${query.id}`);
    return { id: String(query.id) };
  });
  fake('addGalleryImage', ({ body }) => {
    calls.push(`add ${body.image}`);
    return picture('3');
  });
});

const LOOK = { status: 2, image: 'proposalImages/101-main.webp', imageAlt: 'My machine' } as const;

async function edit() {
  const onDone = vi.fn();
  const proposal = proposalCard(LOOK);
  fake('findProposal', () => proposalPage(LOOK));
  const screen = await renderPage(<EditProposal proposal={proposal} onDone={onDone} />, { path: '/App/Home' });
  await expect.element(screen.getByRole('img', { name: 'Picture 2' })).toBeVisible();
  return { screen, onDone };
}

test('pictures taken out of the album and put into it are saved with the form, and not before', async () => {
  fakeUpload(({ name }) => ({ key: `proposalImages/${name}-new.webp` }));
  const { screen, onDone } = await edit();
  await screen.getByRole('button', { name: 'Remove picture 1' }).click();
  await userEvent.upload(screen.getByLabelText('Add pictures'), await photo(50, 50));
  await expect.element(screen.getByRole('textbox', { name: /What picture 2 shows/ })).toBeVisible();
  expect(calls).toEqual([]);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  // The fields are as they were, so only the album is touched.
  expect(calls).toEqual(['delete 1', 'add proposalImages/101-new.webp']);
});

test('a sum in local money outside the limits is told in it before it is saved', async () => {
  const localAmount = { amount: '12235.00', currency: 'BDT' } as const;
  const proposal = proposalCard({ ...LOOK, localAmount });
  fake('findLoanLimits', () => TAKA_LIMITS);
  const screen = await renderPage(<EditProposal proposal={proposal} onDone={vi.fn()} />, { path: '/App/Home' });
  const amount = screen.getByRole('textbox', { name: 'Amount' });
  const most = /A first loan at ROI can be up to .?BDT 24,470\.00/;
  await expect.element(amount).toHaveAccessibleDescription(most);
  await amount.fill('24471');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
  await expect.element(amount).toHaveAccessibleDescription(most);
  expect(calls).toEqual([]);
});

test('cancelling leaves the album and the picture as they were', async () => {
  const { screen, onDone } = await edit();
  await screen.getByRole('button', { name: 'Remove picture 1' }).click();
  await screen.getByRole('button', { name: 'Remove the picture' }).click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onDone).toHaveBeenCalledOnce();
  expect(calls).toEqual([]);
});

test('a picture that is taken away takes its words along', async () => {
  const { screen, onDone } = await edit();
  await expect.element(screen.getByRole('textbox', { name: /What the picture shows/ })).toHaveValue('My machine');
  await screen.getByRole('button', { name: 'Remove the picture' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(calls).toEqual([expect.stringMatching(/^update 0 .*"image":null,"imageAlt":""/)]);
});

test('an edit that another tab has overtaken is not saved over it: both are shown, and saved by a second press', async () => {
  const { screen, onDone } = await edit();
  fake('findProposal', () => proposalPage({ ...LOOK, revision: '1', description: 'Written in the other tab.' }));
  await screen.getByRole('textbox', { name: 'Amount' }).fill('450');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/^This was changed somewhere else meanwhile/)).toBeVisible();
  expect(calls).toEqual([]);
  expect(onDone).not.toHaveBeenCalled();
  await expect.element(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Written in the other tab.');
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('450');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(calls).toEqual([expect.stringMatching(/^update 1 .*"description":"Written in the other tab\.","amount":450/)]);
});

test('the name of a proposal counts its letters, and says by how many it is too long', async () => {
  const { screen } = await edit();
  await expect.element(screen.getByText('16 of 120 characters')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Name of the proposal' }).fill('x'.repeat(123));
  await expect.element(screen.getByText(/^3 characters/)).toBeVisible();
});

test('R5.5: an owner chooses to take a part of the amount', async () => {
  const { screen } = await edit();
  const box = screen.getByRole('checkbox', { name: 'Take less, if the whole does not come together' });
  await expect.element(box).not.toBeChecked();
  await userEvent.click(box);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => calls.join()).toContain('"acceptPartial":true');
});

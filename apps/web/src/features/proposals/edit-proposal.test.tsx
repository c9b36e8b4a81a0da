import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../test/fake-upload.ts';
import { keepPictures } from '../../test/keep-pictures.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import EditProposal from './edit-proposal.tsx';
import { proposalCard } from '../../test/proposal-cards.ts';

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
  fake('listGalleryImages', () => [picture('1'), picture('2')]);
  fake('updateProposal', ({ body }) => {
    calls.push(`update ${JSON.stringify(body)}`);
    return { id: '101', status: 2 };
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

async function edit() {
  const onDone = vi.fn();
  const proposal = proposalCard({ status: 2, image: 'proposalImages/101-main.webp', imageAlt: 'My machine' });
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
  expect(calls).toEqual([expect.stringMatching(/^update .*"image":null,"imageAlt":""/)]);
});

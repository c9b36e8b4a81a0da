import { expect, test } from 'vitest';
import { MfiNameProvider } from '../lib/paths.ts';
import { startSession } from '../lib/session.ts';
import { useMfi } from '../lib/use-mfi.ts';
import { fake } from '../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import MfiSettingsPage from './mfi-settings-page.tsx';

/** What the frame above the page knows of the MFI. */
function Frame() {
  return <p>{`frame: ${useMfi().data?.slogan ?? ''}`}</p>;
}

function settings(asked: unknown[] = []) {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('updateMfi', ({ query, body }) => {
    asked.push({ query, body });
    return { ...ROI, ...(body as Partial<typeof ROI>) };
  });
  return renderPage(
    <MfiNameProvider value="ROI">
      <Frame />
      <MfiSettingsPage />
    </MfiNameProvider>,
    { path: '/App/MFISettings/ROI' },
  );
}

test('a new slogan is seen in the preview, sent by itself, and drawn in the frame once it is saved', async () => {
  const asked: unknown[] = [];
  const screen = await settings(asked);
  await screen.getByLabelText('Slogan (optional)').fill('Hand in hand');
  await expect.element(screen.getByRole('figure').getByText('Hand in hand')).toBeVisible();
  await expect.element(screen.getByText('frame: Hand in hand')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('frame: Hand in hand')).toBeVisible();
  await expect.element(screen.getByText('Saved. Everybody sees it from now on.')).toBeVisible();
  expect(asked).toEqual([{ query: { mfiId: '3' }, body: { slogan: 'Hand in hand' } }]);
});

test('a colour that is hard to read is refused while it is chosen, and not sent', async () => {
  const asked: unknown[] = [];
  const screen = await settings(asked);
  await screen.getByLabelText('Main colour: choose').fill('#ffe680');
  await expect.element(screen.getByRole('alert').getByText(/White words are hard to read/)).toBeVisible();
  await expect.element(screen.getByLabelText('Main colour')).toHaveValue('#ffe680');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByLabelText('Main colour')).toHaveFocus();
  expect(asked).toEqual([]);
  await screen.getByLabelText('Main colour').fill('#1d3f72');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => asked).toEqual([{ query: { mfiId: '3' }, body: { primaryColor: '#1d3f72' } }]);
});

test('what only the server can judge stands at its field', async () => {
  const screen = await settings();
  fake('updateMfi', () => ({
    refusal: 'invalid_request',
    errors: [{ path: 'website', message: 'This address cannot be shown.' }],
  }));
  await screen.getByLabelText('Website').fill('https://roi.example/new');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('This address cannot be shown.')).toBeVisible();
});

test('saving what is as it was sends nothing', async () => {
  const asked: unknown[] = [];
  const screen = await settings(asked);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Nothing has been changed yet.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('it is for the staff alone', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(<MfiSettingsPage />, { path: '/App/MFISettings/ROI' });
  await expect.element(screen.getByRole('heading', { name: "You Don't have Access to this page" })).toBeVisible();
});

import { beforeEach, expect, test, vi } from 'vitest';
import { askProof } from '../lib/proof.ts';
import { startSession } from '../lib/session.ts';
import { useSend } from '../lib/use-send.ts';
import { fake } from '../test/fake-endpoint.ts';
import { RAHIMA } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import { HelpToggle } from './help-toggle.tsx';
import { Inbox } from './inbox.tsx';
import { OfferMoment } from './offer-moment.tsx';
import { Proofs } from './proofs.tsx';

const gone = vi.hoisted(() => () => {
  throw new Error('The file did not come.');
});
vi.mock('./offer.tsx', gone);
vi.mock('./help-panel.tsx', gone);
vi.mock('../features/identity/proof-dialog.tsx', gone);
vi.mock('../features/messages/messages-dialog.tsx', gone);
vi.mock('../features/notifications/notifications-dialog.tsx', gone);

const SAID = 'This part could not be shown. Your money and what you saved are safe.';

beforeEach(() => startSession('token', RAHIMA));

/** A page with words being typed, and the parts of the frame around it. */
function Page() {
  const back = useSend('backProposal');
  return (
    <>
      <input aria-label="Words" />
      <button type="button" onClick={() => back.mutate({ body: { proposalId: '7', amount: 5 } })}>
        Back
      </button>
      <Inbox />
      <OfferMoment />
      <Proofs />
      <HelpToggle />
    </>
  );
}

async function open() {
  const screen = await renderPage(<Page />, { path: '/App/Home/ROI' });
  const words = screen.getByLabelText('Words');
  await words.fill('half a sentence');
  return { screen, words };
}

test.each([/^Notifications/, /^Messages/])(
  'decision 35: %s without its file says so and leaves the page as it is',
  async (name) => {
    const { screen, words } = await open();
    await screen.getByRole('button', { name }).click();
    await expect.element(screen.getByText(SAID)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(words).toHaveValue('half a sentence');
  },
);

test('decision 35: the offer after a backing is left out when its file does not come', async () => {
  let done = 0;
  fake('backProposal', () => {
    done += 1;
    return { id: '1', amount: 5 } as never;
  });
  const { screen, words } = await open();
  await screen.getByRole('button', { name: 'Back', exact: true }).click();
  await expect.poll(() => done).toBe(1);
  // The card asks for its file right after the answer, and nothing tells when that failed.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await words.fill('half a sentence more');
  await expect.element(words).toHaveValue('half a sentence more');
  expect(screen.getByText(SAID).query()).toBe(null);
});

test('decision 35: a proof whose dialog does not come counts as not given', async () => {
  const { screen, words } = await open();
  expect(await askProof(['password'])).toBe(false);
  await expect.element(screen.getByText(SAID)).toBeVisible();
  await expect.element(words).toHaveValue('half a sentence');
});

test('decision 35: help mode without its explanations says so', async () => {
  localStorage.setItem('demo-mode', 'on');
  const { screen, words } = await open();
  await expect.element(screen.getByText(SAID)).toBeVisible();
  await expect.element(words).toHaveValue('half a sentence');
  await expect.element(screen.getByRole('button', { name: 'Leave the help mode' })).toBeVisible();
});

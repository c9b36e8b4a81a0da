import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ContactButton } from './contact-button.tsx';

const SAID: DataOf<'listContacts'>[number] = {
  id: '4',
  way: 'visit',
  outcome: 'promised',
  promisedOn: '2026-11-20',
  note: 'At her stall.',
  forBackers: 'She pays after the harvest.',
  byName: 'Nadia Islam',
  at: '2026-11-10T06:00:00.000Z',
};
const loan = { proposalId: '169', title: 'Sewing machine', userName: 'Rahima Begum' };

async function open(said: readonly (typeof SAID)[] = []) {
  startSession('token', OFFICER);
  fake('listContacts', () => [...said]);
  const screen = await renderPage(<ContactButton loan={loan} mfi={{ id: '3', name: 'ROI' }} />, { path: '/App/MFI' });
  await screen.getByRole('button', { name: 'Note a contact with Rahima Begum about “Sewing machine”' }).click();
  return screen;
}

test('R27.3: an officer notes a promise with its day and reads what was said before', async () => {
  const sent: unknown[] = [];
  fake('recordContact', ({ query, body }) => {
    sent.push(query, body);
    return { ...SAID, id: '5' };
  });
  const screen = await open([SAID]);
  const before = screen.getByRole('region', { name: 'Said before' });
  await expect.element(before).toMatchTextContent(/promised for .*20\/11\/2026/);
  await expect.element(before).toMatchTextContent(/To the backers: .*She pays after the harvest\./);
  await screen.getByLabelText('What came of it').selectOptions('promised');
  await screen.getByRole('button', { name: 'Save the contact' }).click();
  expect(sent).toEqual([]);
  await expect.element(screen.getByText('Choose today or a later day.')).toBeVisible();
  await screen.getByLabelText('Promised for').fill('2099-12-01');
  await screen.getByRole('textbox', { name: /^Note/ }).fill('After the market day.');
  await screen.getByRole('button', { name: 'Save the contact' }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      { mfiId: '3', proposalId: '169' },
      { way: 'call', outcome: 'promised', promisedOn: '2099-12-01', note: 'After the market day.' },
    ]);
});

test('R27.3: a contact needs to say what came of it, and only a promise has a day', async () => {
  const sent: unknown[] = [];
  fake('recordContact', ({ body }) => {
    sent.push(body);
    return { ...SAID, outcome: 'unreachable', promisedOn: null };
  });
  const screen = await open();
  expect(screen.getByRole('region', { name: 'Said before' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Save the contact' }).click();
  expect(sent).toEqual([]);
  await screen.getByLabelText('What came of it').selectOptions('unreachable');
  expect(screen.getByLabelText('Promised for').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Save the contact' }).click();
  await expect.poll(() => sent).toEqual([{ way: 'call', outcome: 'unreachable' }]);
});

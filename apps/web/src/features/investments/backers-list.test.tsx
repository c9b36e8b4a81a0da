import { expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { BackersList } from './backers-list.tsx';

type Backer = DataOf<'listBackers'>[number];

const nadia: Backer = {
  id: '20',
  name: 'Nadia Karim',
  email: null,
  profileImage: null,
  amount: 60,
  dateBacked: '2026-11-18T10:00:00.000Z',
  dateInvited: null,
};

const show = () => renderPage(<BackersList proposal={FUNDED} />, { path: '/App/proposal' });

test('specification 2: how somebody came here is said in a word, not by colour alone', async () => {
  fake('listBackers', () => [
    nadia,
    { ...nadia, id: '21', name: 'Joao', email: 'joao@mail.example', dateInvited: '2026-11-10T10:00:00.000Z' },
    { ...nadia, id: '22', name: 'Grace', amount: 0, dateBacked: null, dateInvited: '2026-11-11T10:00:00.000Z' },
  ]);
  const screen = await show();
  await expect.element(screen.getByText('$100 USD from 2 backers')).toBeVisible();
  const cards = screen.getByRole('listitem');
  await expect.element(cards.nth(0)).toMatchTextContent(/Nadia Karim.*Backed.*Backed on 18\/11\/2026.*\$60/);
  await expect.element(cards.nth(1)).toMatchTextContent(/Joao.*joao@mail\.example.*Invited and backed/);
  await expect.element(cards.nth(2)).toMatchTextContent(/Grace.*Invited.*Invited on 11\/11\/2026$/);
});

test('a loan that nobody backed yet says what will be here', async () => {
  fake('listBackers', () => []);
  const screen = await show();
  await expect.element(screen.getByText('Nobody has backed this loan yet')).toBeVisible();
});

test('a list that could not be loaded can be asked for again', async () => {
  let calls = 0;
  fake('listBackers', () => (++calls === 1 ? { refusal: 'not_permitted' } : [nadia]));
  const screen = await show();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nadia Karim')).toBeVisible();
});

import { expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import PeoplePage from './people-page.tsx';

const ASHA = {
  id: '12',
  name: 'Asha Devi',
  phone: '+919820054321',
  isPhoneConfirmed: true,
  loansCount: 2,
  backingsCount: 0,
};
const FARIDA = { ...ASHA, id: '13', name: 'Farida Haque', isPhoneConfirmed: false, loansCount: 0, backingsCount: 3 };
const KNOWN: DataOf<'findPerson'> = {
  ...ASHA,
  loans: [
    {
      proposalId: '169',
      title: 'Sewing machine',
      status: 5,
      amount: 100,
      outstandingAmount: 40,
      local: null,
      localOutstanding: null,
      publishedAt: '2026-11-01T10:00:00.000Z',
    },
  ],
  notes: [{ id: '1', authorName: 'Anil Rao', text: 'Prefers to be called.', writtenAt: '2026-11-20T10:00:00.000Z' }],
};

async function people(path = '/App/MFIPeople/ROI', searches: unknown[] = [], known = KNOWN) {
  startSession('token', OFFICER);
  fake('listPeople', ({ query }) => {
    searches.push(query.search);
    return query.search === undefined ? [FARIDA, ASHA] : query.search === 'asha' ? [ASHA] : [];
  });
  fake('findPerson', () => known);
  return renderPage(
    <MfiNameProvider value="ROI">
      <PeoplePage />
    </MfiNameProvider>,
    { path },
  );
}

test('staff find a person by name or phone, and call from the list', async () => {
  const searches: unknown[] = [];
  const screen = await people(undefined, searches);
  await expect.element(screen.getByText('Not confirmed')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Name or phone' }).fill('asha');
  await expect.element(screen.getByRole('link', { name: 'Farida Haque' })).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('link', { name: 'Call Asha Devi: +919820054321' }))
    .toHaveAttribute('href', 'tel:+919820054321');
  await screen.getByRole('textbox', { name: 'Name or phone' }).fill('nobody');
  await expect.element(screen.getByText('Nobody here has this in their name or phone.')).toBeVisible();
  expect(searches).toEqual([undefined, 'asha', 'nobody']);
});

test('a person has their loans here and the notes of the staff, and takes another note', async () => {
  const written: unknown[] = [];
  fake('writePersonNote', ({ query, body }) => {
    written.push({ ...query, ...(body as object) });
    return { id: '2', text: 'Moved.', writtenAt: '2026-11-23T10:00:00.000Z' };
  });
  const screen = await people('/App/MFIPeople/ROI?person=12');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Asha Devi' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /Sewing machine.*\$40 outstanding/ })).toBeVisible();
  await expect.element(screen.getByText('Prefers to be called.')).toBeVisible();
  await screen.getByRole('button', { name: 'Keep this note' }).click();
  expect(written).toEqual([]);
  await screen.getByRole('textbox', { name: 'New note' }).fill(' Moved. ');
  await screen.getByRole('button', { name: 'Keep this note' }).click();
  await expect.poll(() => written).toEqual([{ mfiId: '3', id: '12', text: 'Moved.' }]);
  await expect.element(screen.getByRole('textbox', { name: 'New note' })).toHaveValue('');
});

test('a loan in local money stands in it first, with what is left of it (R23.7)', async () => {
  const [loan] = KNOWN.loans as [(typeof KNOWN.loans)[number]];
  const rupees = (amount: string) => ({ amount, currency: 'INR' as const });
  const local = { local: rupees('8333.00'), localOutstanding: rupees('3334.00') };
  const screen = await people('/App/MFIPeople/ROI?person=12', [], { ...KNOWN, loans: [{ ...loan, ...local }] });
  const row = screen.getByRole('link', { name: /Sewing machine/ });
  await expect.element(row).toMatchTextContent(/INR 8,333\.00 \(\$100\)/);
  await expect.element(row).toMatchTextContent(/INR 3,334\.00 \(\$40\) outstanding/);
});

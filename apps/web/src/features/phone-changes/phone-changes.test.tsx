import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { startSession } from '../../lib/session.ts';
import PhoneChangesPage from '../../pages/mfi/phone-changes-page.tsx';
import PhoneNotMePage from '../../pages/mail/phone-not-me-page.tsx';
import { BROKEN, fake, pageOf } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';

const OFFICER = { ...RAHIMA, userMfis: [{ mfiId: '3', mfiName: 'ROI' }], managerOf: [] };
const CHANGE = {
  id: '41',
  name: 'Nur Alam',
  oldPhone: '+8801700000001',
  newPhone: '+8801800000001',
  reason: 'The phone was stolen.',
  state: 'entered' as const,
  enteredByName: 'Asha Begum',
  enteredAt: '2026-11-20T10:00:00.000Z',
  inForceAt: null,
  endsAt: '2026-12-20T10:00:00.000Z',
  mayConfirm: true,
};
beforeEach(() => {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
});
const show = () => renderPage(<PhoneChangesPage />, { path: '/App/MFIPhones/ROI', pattern: '/App/MFIPhones/:mfi?' });

test('an officer enters a change only with an ID paper, and an unknown phone is said in words (R33.4)', async () => {
  const sent: unknown[] = [];
  fake('listPhoneChanges', () => []);
  fake('enterPhoneChange', ({ body }) => {
    sent.push(body);
    return { refusal: 'not_found' };
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'Change a phone' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change a phone' });
  await dialog.getByRole('textbox', { name: 'Old phone' }).fill('+8801700000001');
  await dialog.getByRole('textbox', { name: 'New phone' }).fill('+8801800000001');
  await dialog.getByRole('textbox', { name: 'What happened' }).fill('The phone was stolen.');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect.element(dialog.getByText('Only with an ID paper.')).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect.element(dialog.getByText(/Nobody with this phone/)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a second person always confirms, and an office of one asks the operator (R33.4)', async () => {
  fake('listPhoneChanges', () => []);
  fake('enterPhoneChange', () => ({ id: '41', state: 'entered' }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Change a phone' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Old phone' }).fill('+8801700000001');
  await dialog.getByRole('textbox', { name: 'New phone' }).fill('+8801800000001');
  await dialog.getByRole('textbox', { name: 'What happened' }).fill('The phone was stolen.');
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect.element(screen.getByText(/confirm it, never you; in an office of one, ask the operator/)).toBeVisible();
});

test('the reason of a change waits for the old phone that it is about, and goes when it is sent (R33.4)', async () => {
  fake('listPhoneChanges', () => []);
  fake('enterPhoneChange', () => CHANGE);
  const screen = await show();
  const open = () => screen.getByRole('button', { name: 'Change a phone' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change a phone' });
  const old = dialog.getByRole('textbox', { name: 'Old phone' });
  const reason = dialog.getByRole('textbox', { name: 'What happened' });
  await open();
  await reason.fill('The phone was stolen.');
  await old.fill('+8801700000001');
  await userEvent.keyboard('{Escape}');
  await open();
  await expect.element(reason).toHaveValue('');
  await old.fill('+8801700000002');
  await expect.element(reason).toHaveValue('');
  await old.fill('+8801700000001');
  await expect.element(reason).toHaveValue('The phone was stolen.');
  await dialog.getByRole('textbox', { name: 'New phone' }).fill('+8801800000001');
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await open();
  await old.fill('+8801700000001');
  await expect.element(reason).toHaveValue('');
});

test('changes beyond the first page of the list are shown on demand (R33.4)', async () => {
  fake('listPhoneChanges', ({ query }) =>
    query.cursor === 'later'
      ? [{ ...CHANGE, id: '42', name: 'Amina Khatun' }]
      : pageOf<'listPhoneChanges'>([CHANGE], 'later'),
  );
  const screen = await show();
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Amina Khatun' })).toBeVisible();
});

test('a page that fails is said, takes nothing away, and comes when it is asked for again (R33.4)', async () => {
  fake('listPhoneChanges', ({ query }) =>
    query.cursor === 'later' ? BROKEN : pageOf<'listPhoneChanges'>([CHANGE], 'later'),
  );
  const screen = await show();
  const more = screen.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/check your network/);
  await expect.element(screen.getByRole('heading', { name: 'Nur Alam' })).toBeVisible();
  fake('listPhoneChanges', () => [{ ...CHANGE, id: '42', name: 'Amina Khatun' }]);
  await more.click();
  await expect.element(screen.getByRole('heading', { name: 'Amina Khatun' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a number is typed in its country, as in every other form (R33.4)', async () => {
  const sent: unknown[] = [];
  fake('listPhoneChanges', () => []);
  fake('enterPhoneChange', ({ body }) => {
    sent.push(body);
    return { refusal: 'not_found' };
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'Change a phone' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change a phone' });
  const countries = dialog.getByRole('combobox', { name: 'Country' });
  const typed = [
    { name: 'Old phone', number: '01700000001' },
    { name: 'New phone', number: '01800000001' },
  ];
  for (const [place, { name, number }] of typed.entries()) {
    // The rules of numbers have come with the other countries.
    await expect.poll(() => countries.nth(place).getByRole('option').elements().length).toBeGreaterThan(100);
    await countries.nth(place).selectOptions('BD');
    await dialog.getByRole('textbox', { name }).fill(number);
  }
  await dialog.getByRole('textbox', { name: 'What happened' }).fill('The phone was stolen.');
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      { oldPhone: '+8801700000001', newPhone: '+8801800000001', reason: 'The phone was stolen.', idSeen: true },
    ]);
});

test('the second person confirms what they have read (R33.4)', async () => {
  let rows: (
    | typeof CHANGE
    | (Omit<typeof CHANGE, 'inForceAt' | 'state'> & { inForceAt: string; state: 'approved' })
  )[] = [CHANGE];
  fake('listPhoneChanges', () => rows);
  fake('approvePhoneChange', () => {
    const inForceAt = '2026-11-21T10:00:00.000Z';
    rows = [{ ...CHANGE, state: 'approved', inForceAt, mayConfirm: false }];
    return { id: '41', state: 'approved', inForceAt };
  });
  const screen = await show();
  await expect.element(screen.getByText('+8801800000001')).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm' }).click();
  await screen.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText(/^In force/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Confirm' })).not.toBeInTheDocument();
});

test('“that was not me” ends nothing before the press (R33.4)', async () => {
  const ended: unknown[] = [];
  fake('phoneChangeNotMe', ({ body }) => {
    ended.push(body);
    return {};
  });
  const screen = await renderPage(<PhoneNotMePage />, { path: '/App/PhoneNotMe?token=41.abc' });
  await expect.element(screen.getByRole('button', { name: 'End the change' })).toBeVisible();
  expect(ended).toEqual([]);
  await screen.getByRole('button', { name: 'End the change' }).click();
  await expect.element(screen.getByText(/The change is ended/)).toBeVisible();
  expect(ended).toEqual([{ token: '41.abc' }]);
});

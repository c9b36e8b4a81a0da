import { IMPORT_BYTES_MAX } from '@sathi/domain/imports.ts';
import { expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Imports } from './imports.tsx';

const IMPORTED: DataOf<'listImports'>[number] = {
  id: '5',
  name: 'gosaba.csv',
  enteredAt: '2026-11-20T06:00:00.000Z',
  undoneAt: null,
  toldFrom: '2026-11-21T06:00:00.000Z',
  linesCount: 2,
  draftsCount: 1,
  claimedCount: 0,
  canUndo: true,
};
const CHECKED: DataOf<'checkImport'> = {
  lines: [
    { row: 2, phone: '+8801712345678', name: 'Asha Begum', title: 'Two goats', problems: [] },
    { row: 3, phone: '+8801712345679', name: 'Rahima Khatun', title: null, problems: [] },
    {
      row: 4,
      phone: '01712345670',
      name: 'Nur Ali',
      title: null,
      problems: [{ column: 'phone', message: 'Write the phone with its country code, such as +880 or +91.' }],
    },
  ],
  unknownColumns: ['Village head'],
};
const TEXT = 'phone,first_name,last_name\n+8801712345678,Asha,Begum\n';
const at = { path: '/App/MFIImports/ROI' };
const choose = (screen: Awaited<ReturnType<typeof renderPage>>, parts: BlobPart[], name = 'gosaba.csv') =>
  screen.getByLabelText('Choose a file').last().upload(new File(parts, name));

test('R31.5: a sheet is shown as it would come along, with its problems, and imported without them', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('listImports', () => (sent.length > 1 ? [IMPORTED] : []));
  fake('checkImport', ({ body }) => {
    sent.push(body);
    return CHECKED;
  });
  fake('importPeople', ({ body }) => {
    sent.push(body);
    return IMPORTED;
  });
  const screen = await renderPage(<Imports mfiId="3" />, at);
  await choose(screen, [`\ufeff${TEXT}`]);
  await expect.element(screen.getByText('gosaba.csv: 2 of 3 lines can come along, 1 with a proposal.')).toBeVisible();
  await expect.element(screen.getByText('Not read: Village head.')).toBeVisible();
  await expect.element(screen.getByText(/Write the phone with its country code/)).toBeVisible();
  await screen.getByRole('button', { name: 'See who comes along' }).click();
  await expect.element(screen.getByText('Rahima Khatun')).toBeVisible();
  await screen.getByRole('button', { name: 'Bring 2 people along' }).click();
  await expect.element(screen.getByRole('heading', { name: 'gosaba.csv' })).toBeVisible();
  expect(sent).toEqual([{ text: TEXT }, { name: 'gosaba.csv', text: TEXT }]);
  await expect.element(screen.getByText(/2 of 3 lines/)).not.toBeInTheDocument();
});

test('R31.5: Unicode text of a spreadsheet is read, and a file that is no text is told of beside the button', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('listImports', () => []);
  fake('checkImport', ({ body }) => {
    sent.push(body);
    return CHECKED;
  });
  const screen = await renderPage(<Imports mfiId="3" />, at);
  await choose(screen, [new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe])], 'people.xlsx');
  await expect.element(screen.getByText(/This is no CSV in UTF-8/)).toBeVisible();
  expect(sent).toEqual([]);
  const wide = Uint8Array.from(`\ufeff${TEXT}`, (letter) => letter.charCodeAt(0));
  await choose(screen, [new Uint16Array([0xfeff, ...wide.slice(1)])]);
  await expect.element(screen.getByText(/2 of 3 lines/)).toBeVisible();
  expect(sent).toEqual([{ text: TEXT }]);
  await expect.element(screen.getByText(/This is no CSV in UTF-8/)).not.toBeInTheDocument();
});

test('R31.5: a sheet is too large where the server would refuse it, and not before', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  fake('listImports', () => []);
  fake('checkImport', ({ body }) => {
    sent.push(body);
    return CHECKED;
  });
  const screen = await renderPage(<Imports mfiId="3" />, at);
  await choose(screen, [TEXT.padEnd(IMPORT_BYTES_MAX + 1)]);
  await expect.element(screen.getByText(/This file is too large/)).toBeVisible();
  expect(sent).toEqual([]);
  await choose(screen, [TEXT.padEnd(IMPORT_BYTES_MAX)]);
  await expect.element(screen.getByText(/2 of 3 lines/)).toBeVisible();
});

test('R31.5: an import says who came, and is undone after a question', async () => {
  startSession('token', OFFICER);
  const sent: unknown[] = [];
  const undone = { ...IMPORTED, undoneAt: '2026-11-20T07:00:00.000Z', canUndo: false };
  fake('listImports', () => [sent.length > 0 ? undone : IMPORTED]);
  fake('listImportLines', () => [
    { id: '1', row: 2, phone: '+8801712345678', name: 'Asha Begum', title: 'Two goats', state: 'waiting' },
    { id: '2', row: 3, phone: '+8801712345679', name: 'Rahima Khatun', title: null, state: 'came' },
  ]);
  fake('undoImport', ({ query }) => {
    sent.push(query);
    return undone;
  });
  const screen = await renderPage(<Imports mfiId="3" />, at);
  await expect
    .element(screen.getByText(/2 people, 1 with a proposal. 0 came. Nobody is told by SMS before/))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Who came' }).click();
  await expect.element(screen.getByText('has not come yet')).toBeVisible();
  await expect.element(screen.getByText('has come')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText(/its people are erased/)).toBeVisible();
  expect(sent).toEqual([{ mfiId: '3', id: '5' }]);
});

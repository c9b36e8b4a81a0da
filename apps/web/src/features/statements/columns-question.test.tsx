import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ColumnsQuestion } from './columns-question.tsx';

/** The file of a bank whose language no dictionary knows. */
const ASKED = new ApiError({
  status: 409,
  code: 'mapping_needed',
  extras: {
    headers: ['Buchungstag', 'Valuta', 'Verwendungszweck', 'Betrag', 'Art'],
    sample: [['20.11.26', '20.11.26', 'RF08 1000 4217', '1.000,00', 'Lastschrift']],
    proposal: { columns: { valueOn: 'Valuta' }, decimal: '.', dateOrder: 'dmy', outTypes: [] },
  },
});

async function show(error = ASKED) {
  const kept: unknown[] = [];
  let isKnown = false;
  fake('setStatementMapping', ({ body }) => {
    kept.push(body);
    return body as never;
  });
  const screen = await renderPage(
    <ColumnsQuestion mfiId="3" accountId="11" error={error} onKnown={() => (isKnown = true)} />,
    { path: '/App/MFIMoney/ROI' },
  );
  return { screen, kept, isKnown: () => isKnown };
}

test('columns that are not recognised are named by the officer, and the file is read again (R21.4)', async () => {
  const { screen, kept, isKnown } = await show();
  const submit = screen.getByRole('button', { name: 'Yes, read it like this' });
  await expect.element(screen.getByText(/^A day and a sum are needed/)).toBeVisible();
  await expect.element(submit).toBeDisabled();
  await expect.element(screen.getByText('1.000,00')).toBeVisible();

  await screen.getByLabelText('Buchungstag').selectOptions('Day');
  await screen.getByLabelText('Betrag').selectOptions('Sum');
  await screen.getByLabelText('Art').selectOptions('Kind');
  await screen.getByLabelText('Verwendungszweck').selectOptions('Text');
  await screen.getByLabelText('How sums are written').selectOptions('12,50');
  await screen.getByLabelText(/^Kinds that go out/).fill('Lastschrift, Gebühr');
  await submit.click();
  await expect.poll(isKnown).toBe(true);
  expect(kept).toEqual([
    {
      columns: {
        bookedOn: 'Buchungstag',
        valueOn: 'Valuta',
        text: 'Verwendungszweck',
        amount: 'Betrag',
        type: 'Art',
      },
      decimal: ',',
      dateOrder: 'dmy',
      outTypes: ['Lastschrift', 'Gebühr'],
    },
  ]);
});

test('two columns with one meaning are not kept (R21.4)', async () => {
  const { screen, kept } = await show();
  await screen.getByLabelText('Betrag').selectOptions('Value day');
  await expect.element(screen.getByText('Two columns mean the same. Choose one of them.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Yes, read it like this' })).toBeDisabled();
  expect(kept).toEqual([]);
});

test('letters that the file writes in another way are chosen by their look, and its columns keep their names (R21.3)', async () => {
  const read = new TextDecoder('windows-1252').decode(Uint8Array.of(0xc7, 0xe1, 0xe3, 0xc8, 0xe1, 0xdb));
  const { screen, kept, isKnown } = await show(
    new ApiError({
      status: 409,
      code: 'mapping_needed',
      extras: {
        headers: ['Date', read],
        sample: [['20/11/2026', '5.00']],
        proposal: { columns: { bookedOn: 'Date' }, decimal: '.', dateOrder: 'dmy', encoding: 'windows-1252' },
      },
    }),
  );
  await expect.element(screen.getByLabelText(read)).toBeVisible();
  await screen.getByLabelText('How letters are written').selectOptions('windows-1256');
  await screen.getByLabelText('المبلغ').selectOptions('Sum');
  await screen.getByRole('button', { name: 'Yes, read it like this' }).click();
  await expect.poll(isKnown).toBe(true);
  expect(kept).toMatchObject([{ columns: { bookedOn: 'Date', amount: 'المبلغ' }, encoding: 'windows-1256' }]);
});

test('times without a zone are those of the institution, or of UTC (R21.4)', async () => {
  const asked = (cell: string) =>
    new ApiError({
      status: 409,
      code: 'mapping_needed',
      extras: {
        headers: ['Completed', 'Amount'],
        sample: [[cell, '5.00']],
        proposal: { columns: { bookedOn: 'Completed', amount: 'Amount' }, decimal: '.', dateOrder: 'ymd' },
      },
    });
  const days = await show(asked('2026-11-20'));
  await expect.element(days.screen.getByLabelText('How days are written')).toBeVisible();
  expect(days.screen.getByLabelText(/^Times in the file/).elements()).toEqual([]);
  await days.screen.unmount();
  const { screen, kept, isKnown } = await show(asked('2026-11-20 ২৩:১৫'));
  await screen.getByLabelText(/^Times in the file/).selectOptions('UTC');
  await screen.getByRole('button', { name: 'Yes, read it like this' }).click();
  await expect.poll(isKnown).toBe(true);
  expect(kept).toMatchObject([{ timeZone: 'UTC' }]);
});

test('a file that names its encoding itself is not asked about it (R21.3)', async () => {
  const { screen } = await show();
  await expect.element(screen.getByLabelText('How days are written')).toBeVisible();
  expect(screen.getByLabelText('How letters are written').elements()).toEqual([]);
});

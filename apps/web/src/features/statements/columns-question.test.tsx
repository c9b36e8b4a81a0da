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

async function show() {
  const kept: unknown[] = [];
  let isKnown = false;
  fake('setStatementMapping', ({ body }) => {
    kept.push(body);
    return body as never;
  });
  const screen = await renderPage(
    <ColumnsQuestion mfiId="3" accountId="11" error={ASKED} onKnown={() => (isKnown = true)} />,
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

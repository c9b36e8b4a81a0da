import { expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import { useMfi } from '../../lib/use-mfi.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { NO_LIMITS } from '../../test/loan-limits.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import MfiSettingsPage from './mfi-settings-page.tsx';

const MONEY: DataOf<'findMoneySettings'> = {
  collection: 'trust',
  payoutStepUp: false,
  isPayoutStepUpFixed: false,
  fourEyesFrom: null,
  payDays: 7,
  lapseGraceDays: 3,
  unpaidLimit: 500,
  autoBook: false,
  localMoney: false,
  localCurrency: null,
  localUnit: '1.00',
  fundingDays: 30,
  firstDueAfterMonths: 1,
  lateGraceDays: 3,
  approveBeforeBacking: false,
  releaseOnApproval: false,
};

const HOLIDAYS: DataOf<'listHolidays'> = [{ day: '2026-12-25', name: 'Christmas' }];

/** The MFI as the frame above the page knows it. */
function Frame() {
  return <p>{`frame: ${useMfi().data?.slogan ?? ''}`}</p>;
}

function settings(asked: unknown[] = []) {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('findMoneySettings', () => MONEY);
  fake('findLoanLimits', () => NO_LIMITS);
  fake('listHolidays', () => HOLIDAYS);
  fake('updateMfi', ({ query, body }) => {
    asked.push({ query, body });
    const { texts, ...values } = body;
    return {
      ...ROI,
      ...(values as Partial<typeof ROI>),
      texts: { be: { ...ROI.texts.be, ...texts?.be }, ar: { ...ROI.texts.ar, ...texts?.ar } } as typeof ROI.texts,
    };
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

test('the words in other languages are folded while there are none, and each is sent by itself', async () => {
  const asked: unknown[] = [];
  const screen = await settings(asked);
  const field = screen.getByLabelText('Slogan in বাংলা (optional)');
  await expect.element(field).not.toBeVisible();
  await screen.getByText('Slogan and welcome message in other languages').click();
  await field.fill('পাশে আছি');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Saved. Everybody sees it from now on.')).toBeVisible();
  const texts = { be: { slogan: 'পাশে আছি' } };
  expect(asked).toEqual([{ query: { mfiId: '3' }, body: { texts } }]);
  await expect.element(field).toBeVisible();
});

test('the help says of a button that saves how money and loans are handled what it does, not of the looks', async () => {
  const screen = await settings();
  await expect.element(screen.getByRole('button', { name: 'Save what counts for loans' })).toBeVisible();
  const explained = [...screen.container.querySelectorAll('[data-help=branding]')].map(
    ({ textContent }) => textContent,
  );
  expect(explained).toEqual(['Save']);
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

test('a problem that only the server finds stands at its field', async () => {
  const screen = await settings();
  fake('updateMfi', () => ({
    refusal: 'invalid_request',
    errors: [{ path: 'website', message: 'This address cannot be shown.' }],
  }));
  await screen.getByLabelText('Website').fill('https://roi.example/new');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('This address cannot be shown.')).toBeVisible();
});

test('saving an unchanged form sends nothing', async () => {
  const asked: unknown[] = [];
  const screen = await settings(asked);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Nothing has been changed yet.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('R25.1: the protection of payouts is turned on by a press', async () => {
  const asked: unknown[] = [];
  fake('changeMoneySettings', ({ query, body }) => {
    asked.push({ query, body });
    return { ...MONEY, payoutStepUp: true };
  });
  const screen = await settings();
  const box = screen.getByRole('checkbox', { name: 'Protect where money is sent' });
  await expect.element(box).toBeEnabled();
  fake('findMoneySettings', () => ({ ...MONEY, payoutStepUp: asked.length > 0 }));
  const input = box.element() as HTMLInputElement;
  input.click();
  expect(input.checked, 'before the press has ended').toBe(true);
  await expect.element(screen.getByText('Saved. All staff are told.')).toBeVisible();
  await expect.element(box).toBeChecked();
  expect(asked).toEqual([{ query: { mfiId: '3' }, body: { payoutStepUp: true } }]);
});

test('R2.6: the amount from which two decide is saved, and taken back by an empty field', async () => {
  const asked: unknown[] = [];
  fake('changeMoneySettings', ({ body }) => {
    asked.push(body);
    return { ...MONEY, fourEyesFrom: body.fourEyesFrom ?? null };
  });
  const screen = await settings();
  const amount = screen.getByLabelText(/^Two people decide from/);
  await amount.fill('much');
  await screen.getByRole('button', { name: 'Save the amount' }).click();
  await expect.element(screen.getByText(/^Please enter an amount, such as 25/)).toBeVisible();
  await amount.fill('1,000');
  await screen.getByRole('button', { name: 'Save the amount' }).click();
  await expect.element(screen.getByText('Saved. All staff are told.')).toBeVisible();
  await screen.getByLabelText(/^Two people decide from/).fill('');
  await screen.getByRole('button', { name: 'Save the amount' }).click();
  await expect.poll(() => asked).toEqual([{ fourEyesFrom: 1000 }, { fourEyesFrom: null }]);
});

test('R20.2, R20.10: how long backers have to pay is saved within its bounds', async () => {
  const asked: unknown[] = [];
  fake('changeMoneySettings', ({ body }) => {
    asked.push(body);
    return { ...MONEY, payDays: body.payDays ?? 7 };
  });
  const screen = await settings();
  await screen.getByLabelText(/^Days to pay/).fill('15');
  await screen.getByRole('button', { name: 'Save what counts for paying in' }).click();
  await expect.element(screen.getByText('Please enter a whole number within these bounds.')).toBeVisible();
  await screen.getByLabelText(/^Days to pay/).fill('১৪');
  await screen.getByRole('button', { name: 'Save what counts for paying in' }).click();
  await expect.poll(() => asked).toEqual([{ payDays: 14, lapseGraceDays: 3, unpaidLimit: 500 }]);
});

test('R5.1, R8.2, R10.7: how loans go is saved within its bounds', async () => {
  const asked: unknown[] = [];
  fake('changeMoneySettings', ({ body }) => {
    asked.push(body);
    return { ...MONEY, fundingDays: 60 };
  });
  const screen = await settings();
  await screen.getByLabelText(/^Days a proposal is open/).fill('91');
  await screen.getByLabelText(/^Months until the first instalment/).fill('3');
  await screen.getByRole('button', { name: 'Save what counts for loans' }).click();
  await expect
    .poll(() => screen.getByText('Please enter a whole number within these bounds.').elements())
    .toHaveLength(2);
  await screen.getByLabelText(/^Days a proposal is open/).fill('60');
  await screen.getByLabelText(/^Months until the first instalment/).fill('2');
  await screen.getByRole('checkbox', { name: 'Check a proposal before it can be backed' }).click();
  await screen.getByRole('button', { name: 'Save what counts for loans' }).click();
  await expect.element(screen.getByText('Saved. All staff are told.')).toBeVisible();
  const kept = { lateGraceDays: 3, releaseOnApproval: false };
  expect(asked).toEqual([{ ...kept, fundingDays: 60, firstDueAfterMonths: 2, approveBeforeBacking: true }]);
});

test('R23.1: local money needs a currency', async () => {
  const asked: unknown[] = [];
  fake('changeMoneySettings', ({ body }) => {
    asked.push(body);
    return { ...MONEY, localMoney: true, localCurrency: 'BDT' };
  });
  const screen = await settings();
  await screen.getByRole('checkbox', { name: 'Borrowers ask and pay in this currency' }).click();
  await screen.getByRole('button', { name: 'Save the local money' }).click();
  await expect.element(screen.getByText('Please choose a currency first.')).toBeVisible();
  await screen.getByLabelText('Currency').selectOptions('BDT');
  await screen.getByRole('button', { name: 'Save the local money' }).click();
  await expect.poll(() => asked).toEqual([{ localMoney: true, localCurrency: 'BDT', localUnit: '1.00' }]);
});

test('a fault that the server finds in a money setting stands at its field, and a refusal at the button', async () => {
  const screen = await settings();
  fake('changeMoneySettings', ({ body }) =>
    'unpaidLimit' in body
      ? { refusal: 'invalid_request', errors: [{ path: 'unpaidLimit', message: 'This is more than anybody moves.' }] }
      : { refusal: 'no_pay_in_account' },
  );
  await screen.getByLabelText(/may owe at most/).fill('999999999999');
  await screen.getByRole('button', { name: 'Save what counts for paying in' }).click();
  await expect
    .element(screen.getByLabelText(/may owe at most/))
    .toHaveAccessibleDescription('This is more than anybody moves.');
  await expect.element(screen.getByText('Please check what you entered.')).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Await the money of backers' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  const told = screen.getByRole('alert').getByText(/^Please first enter an account/);
  await expect.element(told).toBeVisible();
  const form = told.element().closest('form') as HTMLFormElement;
  expect(form.contains(screen.getByRole('button', { name: 'Await the money of backers' }).element())).toBe(true);
});

test('it is for the staff alone', async () => {
  startSession('token', RAHIMA);
  const screen = await renderPage(<MfiSettingsPage />, { path: '/App/MFISettings/ROI' });
  await expect.element(screen.getByRole('heading', { name: "You Don't have Access to this page" })).toBeVisible();
});

test('a manager sets the limits of loans, and one that crosses another is told at its field', async () => {
  const bodies: unknown[] = [];
  fake('changeLoanLimits', ({ body }) => {
    bodies.push(body);
    return { refusal: 'invalid_request', errors: [{ path: 'maximum', message: 'The largest comes last.' }] };
  });
  const screen = await settings();
  await screen.getByRole('textbox', { name: /First loan/ }).fill('200');
  await screen.getByRole('textbox', { name: /Largest loan/ }).fill('100');
  await screen.getByRole('textbox', { name: /% of a loan/ }).fill('90');
  await screen.getByRole('button', { name: 'Save the limits' }).click();
  await expect.element(screen.getByText('Please enter a whole number from 100 to 500.')).toBeVisible();
  expect(bodies).toEqual([]);
  await screen.getByRole('textbox', { name: /% of a loan/ }).fill('১৫০');
  await screen.getByRole('button', { name: 'Save the limits' }).click();
  await expect
    .element(screen.getByRole('textbox', { name: /Largest loan/ }))
    .toHaveAccessibleDescription('The largest comes last.');
  expect(bodies).toEqual([{ minimum: null, firstLoan: 200, maximum: 100, growthPercent: 150 }]);
});

test('an institution turns to awaiting money after a question, and once it has there is no way back (R19.2)', async () => {
  const asked: unknown[] = [];
  fake('changeMoneySettings', ({ body }) => {
    asked.push(body);
    return { ...MONEY, collection: 'expected' };
  });
  const screen = await settings();
  await screen.getByRole('button', { name: 'Await the money of backers' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/This is for ever/);
  fake('findMoneySettings', () => ({ ...MONEY, collection: 'expected' }));
  await question.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('A backing counts at once, and its money is awaited.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Await the money of backers' })).not.toBeInTheDocument();
  expect(asked).toEqual([{ collection: 'expected' }]);
});

test('a manager adds a holiday, and takes one away (R27.1)', async () => {
  const sent: unknown[] = [];
  const screen = await settings();
  fake('setHolidays', ({ body }) => {
    sent.push(body);
    return body.holidays as DataOf<'listHolidays'>;
  });
  await screen.getByLabelText('Day', { exact: true }).fill('2026-03-20');
  await screen.getByLabelText('What is it?').fill('Eid');
  await screen.getByRole('button', { name: 'Add the holiday' }).click();
  await expect.element(screen.getByRole('button', { name: /^Take away Eid/ })).toBeVisible();
  await screen.getByRole('button', { name: /^Take away Christmas/ }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      { holidays: [...HOLIDAYS, { day: '2026-03-20', name: 'Eid' }] },
      { holidays: [{ day: '2026-03-20', name: 'Eid' }] },
    ]);
});

test('a holiday whose day is typed again has the new name, and the form is empty again (R27.1)', async () => {
  const sent: unknown[] = [];
  const screen = await settings();
  fake('setHolidays', ({ body }) => {
    sent.push(body);
    return body.holidays as DataOf<'listHolidays'>;
  });
  await screen.getByLabelText('Day', { exact: true }).fill('2026-12-25');
  await screen.getByLabelText('What is it?').fill('Christmas Day');
  await screen.getByRole('button', { name: 'Add the holiday' }).click();
  await expect.element(screen.getByRole('button', { name: /^Take away Christmas Day/ })).toBeVisible();
  await expect.element(screen.getByLabelText('What is it?')).toHaveValue('');
  await expect.element(screen.getByLabelText('Day', { exact: true })).toHaveValue('');
  expect(sent).toEqual([{ holidays: [{ day: '2026-12-25', name: 'Christmas Day' }] }]);
});

import { cents } from '@sathi/domain/money.ts';
import { expect, test, vi } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ToPay } from './to-pay.tsx';

const NOTHING_LENT: DataOf<'findPortfolio'> = {
  lent: 0,
  cameBack: 0,
  stillOut: 0,
  lost: 0,
  forgiven: 0,
  late: 0,
  credit: 0,
  credits: [],
  loansCount: 0,
  hasComeBack: false,
  months: [],
};

function show(props: Partial<Parameters<typeof ToPay>[0]>, credit = 6.25) {
  fake('findMfi', () => ({ ...ROI, collection: 'expected' }));
  fake('findPortfolio', () => ({
    ...NOTHING_LENT,
    credits: [{ mfiId: '3', mfiName: 'ROI', amount: credit, leaving: 0 }],
  }));
  return renderPage(<ToPay mfiName="ROI" amountCents={cents(1000)} usesCredit {...props} />, { path: '/App/Home' });
}

test('credit with the institution pays first, and the rest has a last day (R20.1, R25.5)', async () => {
  const onUsesCreditChange = vi.fn();
  const screen = await show({ onUsesCreditChange });
  await expect.element(screen.getByRole('status')).toMatchTextContent(/From your credit with .*ROI.*: \$6\.25/);
  await expect.element(screen.getByText(/To pay .*\$3\.75.* by .*\d\d\/\d\d\/\d{4}/)).toBeVisible();
  await screen.getByRole('checkbox', { name: /Use my credit with .*ROI.*\$6\.25/ }).click();
  expect(onUsesCreditChange).toHaveBeenCalledWith(false);
});

test('credit that is kept leaves all to pay', async () => {
  const screen = await show({ usesCredit: false });
  await expect.element(screen.getByText(/To pay .*\$10.* by/)).toBeVisible();
});

test('credit that is enough leaves nothing to pay', async () => {
  const screen = await show({}, 40);
  await expect.element(screen.getByText('Your credit pays all of it.')).toBeVisible();
});

test('credit below zero pays nothing', async () => {
  const screen = await show({ onUsesCreditChange: vi.fn() }, -5);
  await expect.element(screen.getByText(/To pay .*\$10.* by/)).toBeVisible();
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
});

test('at trust there is nothing to say, and nothing is asked', async () => {
  let wasAsked = false;
  fake('findMfi', () => {
    wasAsked = true;
    return ROI;
  });
  const screen = await renderPage(<ToPay mfiName="ROI" amountCents={cents(1000)} usesCredit />, { path: '/App/Home' });
  await expect.poll(() => wasAsked).toBe(true);
  await expect.element(screen.getByText(/To pay|credit/)).not.toBeInTheDocument();
});

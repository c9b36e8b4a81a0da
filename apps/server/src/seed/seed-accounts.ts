import type { AppSecret } from '../config/secret.ts';
import { found } from '../errors/refusal-error.ts';
import { lockMoneyAccount } from '../features/money-accounts/money-accounts.repository.ts';
import { confirmAccount, enterAccount, standing } from '../features/money-accounts/money-accounts.service.ts';
import { lockOffice } from '../features/staff/staff.repository.ts';
import type { SeedContext, Step } from './story.ts';
import { FATEN } from './people.ts';
import { seedChange } from './seed-change.ts';

const ENTERED_DAYS_AGO = 200;
const CONFIRMED_DAYS_AGO = 199;

const BANK = {
  kind: 'bank',
  currency: 'USD',
  label: 'BNCTL, Dili',
  holder: 'FATEN',
  number: '1002 0034 4556',
  bankName: 'Banco Nacional de Comércio de Timor-Leste',
  forPayIn: true,
  forPayOut: true,
  feeWords: ['TAXA', 'COMISSÃO'],
  instructions: {
    en: 'Pay {amount} into this account by {payBy}.\nWrite {reference} as the description, nothing else.\nCash is taken at any branch of the bank.',
    be: '{payBy}-এর মধ্যে এই অ্যাকাউন্টে {amount} জমা দিন।\nবিবরণে শুধু {reference} লিখুন।\nব্যাংকের যেকোনো শাখায় নগদ জমা দেওয়া যায়।',
    ar: 'ادفع {amount} إلى هذا الحساب قبل {payBy}.\nاكتب {reference} في خانة البيان ولا تكتب غيره.\nيمكن الدفع نقدًا في أي فرع للمصرف.',
  },
} as const;

/** One institution tells where to pay: entered by one of its staff, confirmed by the other. */
export function accountSteps(
  { tx, people }: SeedContext,
  teller: { readonly secret: AppSecret; readonly origin: string },
): Step[] {
  const within = async (viewer: (typeof people)['domingos'], now: Date) => ({
    ...seedChange(tx, viewer, now),
    mfiId: FATEN,
    office: await lockOffice(tx, FATEN, now),
    teller,
  });
  let id: Awaited<ReturnType<typeof enterAccount>> | undefined;
  return [
    {
      daysAgo: ENTERED_DAYS_AGO,
      run: async (now) => {
        id = await enterAccount(await within(people.domingos, now), BANK);
      },
    },
    {
      daysAgo: CONFIRMED_DAYS_AGO,
      run: async (now) => {
        const { row, entry } = found(standing(found(await lockMoneyAccount(tx, FATEN, found(id))), now));
        await confirmAccount(await within(people.teresa, now), row, found(entry));
      },
    },
  ];
}

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, MoneyField } from './fields.ts';
import { LocalMoney } from './money-fields.ts';

/** R11.2. `pasive` is spelt as the specification spells it. */
export const UserStats = z.object({
  funded: z.object({ amount: MoneyField }),
  paid: MoneyField,
  active: z.object({ amount: MoneyField }),
  pasive: z.object({ amount: MoneyField }),
  /** Funded and paid as the borrower got and paid it, each money by itself (R23.7). */
  sums: z.object({ funded: z.array(LocalMoney), paid: z.array(LocalMoney) }),
});

export const borrowStats = endpoint('borrowStats', {
  summary: 'My figures: funded, repaid, invested and returned (R11.2)',
  access: 'signed_in',
  query: z.object(ActorFields),
  data: UserStats,
  refuses: [],
  example: {},
});

export const userStats = endpoint('userStats', {
  summary: 'The same figures under the specification’s second name',
  access: 'signed_in',
  query: z.object(ActorFields),
  data: UserStats,
  refuses: [],
  example: { query: { userId: '10' } },
});

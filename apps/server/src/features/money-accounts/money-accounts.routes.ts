import * as contract from '@sathi/contract/money-accounts.ts';
import type { MoneyAccountId } from '@sathi/domain/ids.ts';
import type { AccountNature } from '@sathi/domain/money-accounts.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { confirmRefusal, endOf } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { found, given, invalidField } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { definedOf } from '../../http/defined-of.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { findOffice, lockOwnOffice, type OfficeRows } from '../staff/staff.repository.ts';
import { listMoneyAccounts, lockMoneyAccount } from './money-accounts.repository.ts';
import { changeAccount, confirmAccount, enterAccount, standing, type Standing } from './money-accounts.service.ts';

/** The accounts by which an institution is paid and pays: entered by one, confirmed by another (R19.6, R19.8). */
export function moneyAccountRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };

  mount(app, contract.listMoneyAccounts, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const reading = { viewer, now: now(), office: await findOffice(db, mfiId, now()) };
    const rows = await listMoneyAccounts(db, mfiId);
    const shown = rows.map((row) => standing(row, reading.now)).filter((account) => account !== null);
    return pageOfAll(
      'money_accounts',
      shown.map((account) => accountAnswer(account, reading)),
      query,
    );
  });

  command(app, outside, contract.enterMoneyAccount, {
    stepUp: 'staff',
    on: lockOwnOffice,
    run: async ({ body: { userId: _, kind, currency, label, holder, number, ...rest }, ...change }) => {
      const account = { kind, currency, label, holder, number, ...named(rest) };
      return { id: await enterAccount({ ...change, teller }, account), state: 'entered' as const };
    },
  });

  command(app, outside, contract.changeMoneyAccount, {
    stepUp: 'staff',
    on: lockedAccount,
    run: async ({ body: { userId: _, kind, currency, ...account }, row, ...change }) => {
      refuseOtherNature(row, { kind, currency });
      const waits = await changeAccount({ ...change, teller }, row, named(account));
      return { id: row.id, state: waits ? ('entered' as const) : ('approved' as const) };
    },
  });

  command(app, outside, contract.confirmMoneyAccount, {
    stepUp: 'staff',
    on: async (asking) => {
      const locked = await lockedAccount(asking);
      return { ...locked, pair: locked.entry ?? undefined };
    },
    may: ({ viewer, office, entry, asked }) => {
      if (entry === null) return 'already_approved';
      const isOther = asked.enteredAt !== undefined && asked.enteredAt.getTime() !== entry.enteredAt.getTime();
      return confirmRefusal(viewer, entry, office) ?? (isOther ? 'changed_meanwhile' : null);
    },
    run: async ({ row, entry, ...change }) => {
      await confirmAccount({ ...change, teller }, row, found(entry));
      return { id: row.id, state: 'approved' as const };
    },
  });
}

type Instructed = { readonly instructions?: Readonly<Record<string, string | undefined>> | undefined };

/** The parts and the languages that the body names. */
function named<Values extends Instructed>({ instructions, ...values }: Values) {
  return { ...definedOf(values), ...(instructions && { instructions: definedOf(instructions) }) };
}

/** @throws RefusalError `not_found`, also for an account that nobody confirmed in time */
async function lockedAccount(
  asking: Parameters<typeof lockOwnOffice>[0] & { readonly asked: { readonly id?: MoneyAccountId | undefined } },
) {
  const own = await lockOwnOffice(asking);
  const row = found(await lockMoneyAccount(asking.tx, own.mfiId, given('id', asking.asked.id)));
  return { ...own, ...found(standing(row, asking.now)) };
}

/** @throws RefusalError `invalid_request` for another kind or currency: that is another account */
function refuseOtherNature(
  row: AccountNature,
  asked: { readonly [Part in keyof AccountNature]: AccountNature[Part] | undefined },
): void {
  if (asked.kind !== undefined && asked.kind !== row.kind) throw invalidField('kind', 'invalid');
  if (asked.currency !== undefined && asked.currency !== row.currency) throw invalidField('currency', 'invalid');
}

type Reading = { readonly viewer: SignedIn; readonly office: OfficeRows };

function accountAnswer({ row, entry }: Standing, { viewer, office }: Reading) {
  return {
    ...row,
    feeWords: [...row.feeWords],
    state: row.approvedAt === null ? ('entered' as const) : ('approved' as const),
    enteredByName: entry === null ? null : (row.waitingByName ?? row.enteredByName),
    enteredAt: entry?.enteredAt ?? null,
    endsAt: entry === null ? null : endOf(entry),
    mayConfirm: entry !== null && confirmRefusal(viewer, entry, office) === null,
  };
}

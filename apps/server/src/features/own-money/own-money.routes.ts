import * as contract from '@sathi/contract/own-money.ts';
import type { DebtId, MfiId, UserId } from '@sathi/domain/ids.ts';
import { subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { drawRefusal, isOldDebt } from '@sathi/domain/own-money.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { confirmLoanRefusal, isAlone } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import type { Db, Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { lockCredits } from '../../ledger/ledger.ts';
import type { Outside } from '../../outside/outside.ts';
import { isFrozen } from '../freezes/freezes.repository.ts';
import { listMoneyAccounts } from '../money-accounts/money-accounts.repository.ts';
import { findOffice, lockOwnOffice, type OfficeRows } from '../staff/staff.repository.ts';
import { type DebtEntry, type DebtRow, listDebtEntries, listDebts } from './debts.repository.ts';
import { findHome, findHouse } from './own-money.repository.ts';
import { drawOwnMoney, enterTakeover, takeDebtOver } from './own-money.service.ts';

/** The institution's own money: what it takes out (R19.8), and debts of people that it takes over (R20.11). */
export function ownMoneyRoutes(app: FastifyInstance, outside: Outside): void {
  command(app, outside, contract.drawOwnMoney, {
    stepUp: 'staff',
    on: async ({ tx, viewer, asked, now: at }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const houseId = await houseOf(tx, mfiId);
      const accountId = given('accountId', asked.accountId);
      const accounts = await listMoneyAccounts(tx, mfiId);
      const account = found(accounts.find(({ id, approvedAt }) => id === accountId && approvedAt !== null));
      const creditCents = (await lockCredits(tx, [houseId], mfiId)).get(houseId) ?? ZERO_CENTS;
      const home = await findHome(tx, { mfiId, houseId, userId: viewer.id });
      return {
        mfiId,
        houseId,
        account,
        credit: { creditCents, ...home, isAlone: isAlone(await findOffice(tx, mfiId, at)) },
      };
    },
    // R34.7
    may: async ({ tx, viewer, mfiId }) => ((await isFrozen(tx, mfiId, viewer.id)) ? 'frozen' : null),
    run: async ({ mfiId, houseId, account, credit, body: { amount, reference }, ...change }) => {
      const refusal = drawRefusal(amount, credit);
      if (refusal !== null) throw new RefusalError(refusal);
      const draw = { mfiId, houseId, accountId: account.id, amountCents: amount, reference };
      return { id: await drawOwnMoney(change, draw), amount, credit: subtractCents(credit.creditCents, amount) };
    },
  });

  debts(app, outside);
}

function debts(app: FastifyInstance, outside: Outside): void {
  const { db, now, secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.listDebts, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const at = now();
    const [office, entries] = [await findOffice(db, mfiId, at), await listDebtEntries(db, { mfiId }, at)];
    const rows = (await listDebts(db, { mfiId })).map((debt) =>
      debtAnswer(debt, openEntry(entries, debt.userId), { viewer, office, at }),
    );
    return pageOfAll('debts', rows, query);
  });

  command(app, outside, contract.enterDebtTakeover, {
    on: async (asking) => {
      const { tx, asked, now: at } = asking;
      const { mfiId, office } = await lockOwnOffice(asking);
      await houseOf(tx, mfiId);
      const debt = found(await lockDebt(tx, mfiId, given('personId', asked.personId)));
      return { mfiId, office, debt, entry: openEntry(await listDebtEntries(tx, { mfiId }, at), debt.userId) };
    },
    may: ({ viewer, debt, entry, now: at }) => {
      if (viewer.id === debt.userId) return 'second_person_needed';
      return !isOldDebt(debt.since, at) || entry !== null ? 'wrong_status' : null;
    },
    run: async ({ debt, body: { reason }, ...change }) => ({
      id: await enterTakeover(change, teller, debt, reason),
      amount: debt.amountCents,
    }),
  });

  command(app, outside, contract.confirmDebtTakeover, {
    on: async (asking) => {
      const { tx, asked, now: at } = asking;
      const { mfiId, office } = await lockOwnOffice(asking);
      const entry = await entryOf(tx, mfiId, given('id', asked.id), at);
      const debt = (await lockDebt(tx, mfiId, entry.userId)) ?? null;
      return { mfiId, office, entry, debt, houseId: await houseOf(tx, mfiId), pair: { enteredBy: entry.enteredBy } };
    },
    may: ({ viewer, entry, debt, office, now: at }) => {
      if (viewer.id === entry.userId) return 'second_person_needed';
      const refusal = confirmLoanRefusal(viewer, entry, office, entry.userId);
      if (refusal !== null) return refusal;
      if (entry.approvedAt !== null) return 'already_approved';
      return debt !== null && isOldDebt(debt.since, at) ? null : 'wrong_status';
    },
    run: async ({ debt, ...change }) => {
      const taken = found(debt);
      await takeDebtOver(change, taken);
      return { id: change.entry.id, amount: taken.amountCents, state: 'approved' as const };
    },
  });
}

/** @throws RefusalError `needs_expected` at trust */
async function houseOf(db: Db, mfiId: MfiId): Promise<UserId> {
  const houseId = await findHouse(db, mfiId);
  if (houseId === null) throw new RefusalError('needs_expected');
  return houseId;
}

/** The debt of a person, while their credit is held; undefined without one. */
async function lockDebt(tx: Tx, mfiId: MfiId, userId: UserId): Promise<DebtRow | undefined> {
  await lockCredits(tx, [userId], mfiId);
  return (await listDebts(tx, { mfiId, userId }))[0];
}

async function entryOf(tx: Tx, mfiId: MfiId, id: DebtId, now: Date): Promise<DebtEntry> {
  return found((await listDebtEntries(tx, { mfiId, id }, now))[0]);
}

function openEntry(entries: readonly DebtEntry[], userId: UserId): DebtEntry | null {
  return entries.find((entry) => entry.userId === userId && entry.approvedAt === null) ?? null;
}

type Reading = { readonly viewer: SignedIn; readonly office: OfficeRows; readonly at: Date };

function debtAnswer(
  { userId, name, amountCents, since }: DebtRow,
  entry: DebtEntry | null,
  { viewer, office, at }: Reading,
) {
  const old = isOldDebt(since, at);
  const isOther = viewer.id !== userId;
  return {
    personId: userId,
    name,
    amount: amountCents,
    since,
    old,
    entry,
    mayEnter: old && isOther && entry === null,
    mayConfirm: old && isOther && entry !== null && confirmLoanRefusal(viewer, entry, office, userId) === null,
  };
}

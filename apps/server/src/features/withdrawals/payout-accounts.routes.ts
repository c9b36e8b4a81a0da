import * as contract from '@sathi/contract/payout-accounts.ts';
import { keptNumber, PAYOUT_ACCOUNTS_MAX } from '@sathi/domain/destinations.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { given, invalidField } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { lockUser } from '../users/users.repository.ts';
import { destinationKeys } from './destinations.ts';
import { isPayoutAccountInUse, listPayoutAccounts } from './payout-accounts.repository.ts';
import { forgetPayoutAccount } from './forget-destinations.ts';
import { keptAccount } from './named-destination.ts';
import { payoutAccountAnswer } from './payout-account-seals.ts';
import { addPayoutAccount } from './payout-accounts.service.ts';

/** The accounts that a person has their money sent to: kept with a proof, told at once, usable after a day (R25.1). */
export function payoutAccountRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now, secret, config } = outside;
  const sealKeys = destinationKeys(secret);
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.listPayoutAccounts, async ({ query, viewer }) => {
    const rows = await listPayoutAccounts(db, viewer.id);
    const accounts = rows.map((row) => payoutAccountAnswer(sealKeys, row, now()));
    return pageOfAll('payout_accounts', accounts, query);
  });

  command(app, outside, contract.addPayoutAccount, {
    sealKeys,
    on: async ({ tx, viewer }) => {
      await lockUser(tx, viewer.id);
      return { kept: await listPayoutAccounts(tx, viewer.id) };
    },
    may: ({ kept }) => (kept.length >= PAYOUT_ACCOUNTS_MAX ? 'accounts_full' : null),
    stepUp: 'everybody',
    run: async ({ body: { method, accountName, accountNumber, bankName, branch }, ...change }) => {
      const number = keptNumber(accountNumber);
      if (number === null) throw invalidField('accountNumber', 'invalid');
      const destination = { accountName, accountNumber: number, bankName: bankName || null, branch: branch || null };
      const row = await addPayoutAccount(change, { method, destination }, teller);
      return payoutAccountAnswer(sealKeys, row, change.now);
    },
  });

  command(app, outside, contract.removePayoutAccount, {
    on: async ({ tx, viewer, asked }) => ({ row: await keptAccount(tx, viewer, given('id', asked.id)) }),
    may: async ({ tx, row }) => ((await isPayoutAccountInUse(tx, row.id)) ? 'in_use' : null),
    run: async ({ tx, row, now: at }) => {
      await forgetPayoutAccount(tx, sealKeys, row, at);
      return {};
    },
  });
}

import * as contract from '@sathi/contract/statements.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { approvedAccount } from '../money-accounts/approved-account.repository.ts';
import { statementAnswer } from './statement-answers.ts';
import { listStatements, setMapping } from './statements.repository.ts';
import { findUploadProgress } from './upload-progress.repository.ts';
import { uploadStatementRoute } from './upload-statement.routes.ts';

/** The files of banks and wallets about the accounts of an institution, for its staff (R21). */
export function statementRoutes(app: FastifyInstance, outside: Outside): void {
  const { db } = outside;
  // Apart, because bodies are read differently there.
  void app.register(async (scope) => uploadStatementRoute(scope, outside));

  mount(app, contract.listStatements, async ({ query, viewer }) => {
    const { id } = await approvedAccount(db, mfiOfStaff(viewer, query.mfiId), query.accountId);
    return pageOfAll('statements', (await listStatements(db, id)).map(statementAnswer), query);
  });

  mount(app, contract.findStatementProgress, async ({ query, viewer }) => {
    mfiOfStaff(viewer, query.mfiId);
    return found(await findUploadProgress(db, viewer.id, query.key));
  });

  command(app, outside, contract.setStatementMapping, {
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      return { mfiId, account: await approvedAccount(tx, mfiId, given('accountId', asked.accountId)) };
    },
    run: async ({ tx, viewer, now, account, body: { userId: _, ...mapping } }) => {
      await setMapping(tx, { accountId: account.id, mapping, setBy: viewer.id, setAt: now });
      return { accountId: account.id };
    },
  });
}

import * as contract from '@sathi/contract/imports.ts';
import { worthCents } from '@sathi/domain/asked-local.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { HOUR_MS } from '@sathi/domain/durations.ts';
import type { ImportId, MfiId } from '@sathi/domain/ids.ts';
import { IMPORT_TOLD_AFTER_HOURS } from '@sathi/domain/imports.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { undoInTimeRefusal } from '@sathi/domain/undo-within-a-day.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf, pageOfAll } from '../../db/cursor.ts';
import type { Db, Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import type { Language } from '../../http/language.ts';
import { refuseFor } from '../../http/limits/gate.ts';
import { LIMITS } from '../../http/limits/limits.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { sentence } from '../../http/sentences.ts';
import type { Outside } from '../../outside/outside.ts';
import { mayBeReached } from '../../outside/sms-numbers.ts';
import { findMfiById, findMfiSettings } from '../mfis/mfis.repository.ts';
import { findMoneySettings } from '../mfis/money-settings.repository.ts';
import { findRateOf } from '../rates/rates.repository.ts';
import { type ImportPlace, readLines } from './import-lines.ts';
import { lockImportedCount } from './imported-people.repository.ts';
import {
  type ImportRow,
  findImport,
  insertImport,
  listImportLines,
  listImports,
  listWaitingPhones,
  lockImport,
  undoImport,
} from './imports.repository.ts';
import { readSheet } from './sheet.ts';

/** The page of what an institution wrote for a person, for an SMS that has no room for more. */
const SHORT_LINK = /^[1-9][0-9]{0,14}$/;

/** People and draft proposals that staff bring along in a file, undo, and look after (R31.5). */
export function importRoutes(app: FastifyInstance, outside: Outside): void {
  reads(app, outside);

  app.get<{ Params: { id: string } }>('/o/:id', async (request, reply) => {
    await app.limitShown('opening', request);
    const { id } = request.params;
    const mfi = SHORT_LINK.test(id) ? await findMfiById(outside.db, Number(id) as MfiId) : undefined;
    return reply.redirect(`/App/Offers/${mfi ? encodeURIComponent(mfi.name) : ''}`, 302);
  });

  command(app, outside, contract.importPeople, {
    on: async ({ viewer, asked }) => ({ mfiId: mfiOfStaff(viewer, asked.mfiId) }),
    run: async ({ tx, viewer, now, language, mfiId, body: { name, text } }) => {
      const { lines } = await readImport(outside, tx, { mfiId, language, text });
      const right = lines.filter(({ problems }) => problems.length === 0);
      if (right.length === 0) throw new RefusalError('nobody_to_import');
      await refuseTooMany(tx, mfiId, right.length, now);
      const id = await insertImport(tx, { mfiId, name, enteredBy: viewer.id, enteredAt: now }, right);
      return importAnswer(found(await findImport(tx, mfiId, id)), now);
    },
  });

  command(app, outside, contract.undoImport, {
    on: askedImport,
    may: ({ row, now }) => undoInTimeRefusal(row, now),
    run: async ({ tx, viewer, row: { id, mfiId }, now }) => {
      await undoImport(tx, id, viewer.id, now);
      return importAnswer(found(await findImport(tx, mfiId, id)), now);
    },
  });
}

function reads(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  mount(app, contract.checkImport, async ({ query, viewer, language, body: { text } }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const { lines, unknownColumns } = await readImport(outside, db, { mfiId, language, text });
    return {
      lines: lines.map(({ row, phone, firstName, lastName, draft, problems }) => ({
        row,
        phone,
        name: `${firstName} ${lastName}`.trim(),
        title: draft === null ? null : String(draft.title),
        problems: problems.map(({ column, problem }) => ({ column, message: sentence(language, problem) })),
      })),
      unknownColumns,
    };
  });

  mount(app, contract.listImports, async ({ query, viewer }) => {
    const limit = query.limit ?? PAGE_SIZE;
    const beforeId = decodeCursor(query.cursor, 'imports', 'none')?.id ?? null;
    const rows = await listImports(db, mfiOfStaff(viewer, query.mfiId), { beforeId, limit: limit + 1 });
    const answers = rows.map((row) => importAnswer(row, now()));
    return pageOf(answers, limit, ({ id }) => ({ sort: 'imports', value: null, id }));
  });

  mount(app, contract.listImportLines, async ({ query, viewer }) => {
    const { id } = found(await findImport(db, mfiOfStaff(viewer, query.mfiId), query.id));
    return pageOfAll('import_lines', await listImportLines(db, id), query);
  });
}

type Asked = { readonly mfiId: MfiId; readonly language: Language; readonly text: string };

/** The answer never tells whether a phone has an account here. */
async function readImport({ config, now }: Outside, db: Db, { mfiId, language, text }: Asked) {
  const { lines, unknownColumns } = readSheet(text);
  const { localMoney, localCurrency } = found(await findMoneySettings(db, mfiId));
  const { timeZone } = found(await findMfiSettings(db, mfiId));
  const lent = localMoney ? localCurrency : null;
  const rate = lent && (await findRateOf(db, mfiId, lent, calendarDateIn(timeZone, now())));
  const place: ImportPlace = {
    language,
    localCurrency: lent,
    waiting: await listWaitingPhones(db, mfiId),
    isReached: (phone) => mayBeReached(phone, config.smsCountries),
    worthOf: (sum) => (rate ? worthCents(sum, rate.rateMillionths) : null),
  };
  return { lines: readLines(lines, place), unknownColumns };
}

/** @throws RefusalError `too_many_requests` until midnight UTC */
async function refuseTooMany(tx: Tx, mfiId: MfiId, wanted: number, now: Date): Promise<void> {
  const { count, perSeconds } = LIMITS.importedPeople;
  const dayMs = perSeconds * 1000;
  const sinceMs = Math.floor(now.getTime() / dayMs) * dayMs;
  const imported = await lockImportedCount(tx, mfiId, new Date(sinceMs));
  if (imported + wanted > count) refuseFor(Math.ceil((sinceMs + dayMs - now.getTime()) / 1000));
}

/** An import of the caller's institution, locked; what is another's does not exist for them. */
async function askedImport({
  tx,
  viewer,
  asked,
}: {
  tx: Tx;
  viewer: SignedIn;
  asked: { readonly mfiId?: MfiId | undefined; readonly id?: ImportId | undefined };
}) {
  const mfiId = mfiOfStaff(viewer, asked.mfiId);
  const id = given('id', asked.id);
  await lockImport(tx, id);
  return { row: found(await findImport(tx, mfiId, id)) };
}

function importAnswer(row: ImportRow, now: Date) {
  const { enteredAt } = row;
  return {
    ...row,
    toldFrom: new Date(enteredAt.getTime() + IMPORT_TOLD_AFTER_HOURS * HOUR_MS),
    canUndo: undoInTimeRefusal(row, now) === null,
  };
}

import * as contract from '@sathi/contract/people.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { proposalStatusOf } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { findPerson, insertNote, listLoansOf, listNotes, listPeople } from './people.repository.ts';

const SORT = 'people';

/** The people whom an institution knows, with their phones, for its staff alone. */
export function peopleRoutes(app: FastifyInstance, outside: Outside): void {
  const { db } = outside;

  mount(app, contract.listPeople, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const limit = query.limit ?? PAGE_SIZE;
    const beforeId = (decodeCursor(query.cursor, SORT, 'none')?.id ?? null) as UserId | null;
    const rows = await listPeople(db, mfiId, { search: query.search, beforeId, limit: limit + 1 });
    return pageOf(rows, limit, ({ id }) => ({ sort: SORT, value: null, id }));
  });

  mount(app, contract.findPerson, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const person = found(await findPerson(db, mfiId, query.id));
    const loans = await listLoansOf(db, mfiId, person.id);
    return {
      ...person,
      loans: loans.map(({ statusCode, ...loan }) => ({ ...loan, status: proposalStatusOf(statusCode) })),
      notes: await listNotes(db, mfiId, person.id),
    };
  });

  command(app, outside, contract.writePersonNote, {
    on: async ({ tx, viewer, asked }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      return { mfiId, person: found(await findPerson(tx, mfiId, given('id', asked.id))) };
    },
    run: async ({ tx, viewer, mfiId, person, body: { text }, now: writtenAt }) => {
      const id = await insertNote(tx, { mfiId, personId: person.id, authorId: viewer.id, text, writtenAt });
      return { id, text, writtenAt };
    },
  });
}

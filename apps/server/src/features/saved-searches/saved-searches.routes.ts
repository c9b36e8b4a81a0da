import * as contract from '@sathi/contract/saved-searches.ts';
import type { FastifyInstance } from 'fastify';
import { pageOfAll } from '../../db/cursor.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { deleteSavedSearch, listSavedSearches } from './saved-searches.repository.ts';
import { keepSearch } from './saved-searches.service.ts';
import { read } from './search-filters.ts';

export function savedSearchRoutes(app: FastifyInstance, outside: Outside): void {
  mount(app, contract.listSavedSearches, async ({ query, viewer }) => {
    const searches = await listSavedSearches(outside.db, viewer.id);
    const answers = searches.map((search) => ({ ...search, filters: read(search.filters) }));
    return pageOfAll('saved_searches', answers, query);
  });
  command(app, outside, contract.saveSearch, { run: keepSearch });
  command(app, outside, contract.deleteSavedSearch, {
    run: async ({ tx, viewer, query: { id } }) => {
      if (!(await deleteSavedSearch(tx, viewer.id, id))) throw new RefusalError('not_found');
      return { id };
    },
  });
}

import { SEARCH_NAME_LENGTH_MAX } from '@sathi/domain/saved-searches.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ActorFields, InstantField, missingOr, PageFields, SavedSearchIdField } from './fields.ts';
import { findFields } from './proposal-lists.ts';
import { TitleField } from './text-fields.ts';

/** The filters as they are kept, in the form of the wire. */
export const SearchFilters = z.strictObject(findFields, missingOr('invalid'));

export const SavedSearch = z.object({
  id: SavedSearchIdField,
  name: z.string(),
  filters: z.object(findFields),
  savedAt: InstantField,
});

export const listSavedSearches = endpoint('listSavedSearches', {
  summary: 'The searches that the caller keeps, the oldest first',
  access: 'signed_in',
  list: true,
  query: z.object({ ...ActorFields, ...PageFields }),
  data: z.array(SavedSearch),
  refuses: [],
  example: {},
});

export const saveSearch = endpoint('saveSearch', {
  summary: 'Keep filters under a name, or change those of that name; a mail a week tells of new proposals (R26.2)',
  access: 'signed_in',
  created: true,
  body: z.strictObject({
    userId: ActorFields.userId,
    name: TitleField(SEARCH_NAME_LENGTH_MAX),
    filters: SearchFilters,
  }),
  data: z.object({ id: SavedSearchIdField }),
  refuses: ['searches_full'],
  example: { body: { name: 'Goats near Gosaba', filters: { place: 'Gosaba', category: 'livestock' } } },
});

export const deleteSavedSearch = endpoint('deleteSavedSearch', {
  summary: 'Forget a search, and its mails',
  access: 'signed_in',
  query: z.object({ id: SavedSearchIdField, ...ActorFields }),
  data: z.object({ id: SavedSearchIdField }),
  refuses: ['not_found'],
  example: { query: { id: '4' } },
});

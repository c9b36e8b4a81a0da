import { type Cell, type Codes, type Row, STRANGER_TO_ALL, type Target, type Wire } from './table.ts';

const NOBODY_FINDS = '404 404 404 404 404 404';

/** The same in every public state; a draft is its owner's alone. */
function states(codes: Codes, draft: Codes, gone: Codes = STRANGER_TO_ALL): Partial<Record<Target, Codes>> {
  const open = Object.fromEntries(['open', 'locked', 'whole', 'ready', 'funded', 'repaid'].map((s) => [s, codes]));
  return { ...open, draft, deleted: gone, missing: gone };
}

const CREATED_BY_OWNER = states('401 403 403 201 403 403', '401 404 404 201 404 404');
const DONE_BY_OWNER = states('401 403 403 200 403 403', '401 404 404 200 404 404');
const READ_BY_ALL = states('200 200 200 200 200 200', '404 404 404 200 404 404', NOBODY_FINDS);

const proposalId = ({ loan }: Cell): Wire => ({ query: { proposalId: loan.id } });
const update = ({ updateId }: Cell): Wire => ({ query: { id: updateId } });
const picture = ({ loan, image }: Cell) => ({ proposalId: loan.id, image });

export const UPDATE_ROWS: readonly Row[] = [
  { call: 'listUpdates', request: proposalId, on: READ_BY_ALL },
  {
    call: 'createUpdate',
    request: (cell) => ({ body: { ...picture(cell), description: 'The cloth has come.' } }),
    on: CREATED_BY_OWNER,
  },
  {
    call: 'createUpdate',
    variant: 'without a picture',
    request: ({ loan }) => ({ body: { proposalId: loan.id, description: 'The cloth has come.' } }),
    on: states('401 403 403 422 403 403', '401 404 404 422 404 404'),
  },
  {
    call: 'editUpdate',
    request: (cell) => ({ ...update(cell), body: { description: 'All of it has come.' } }),
    on: DONE_BY_OWNER,
  },
  {
    call: 'editUpdate',
    variant: 'with nothing left of its text',
    request: (cell) => ({ ...update(cell), body: { description: '' } }),
    on: states('401 403 403 422 403 403', '401 404 404 422 404 404'),
  },
  { call: 'deleteUpdate', request: update, on: DONE_BY_OWNER },
  { call: 'findUpdateAudience', request: proposalId, on: DONE_BY_OWNER },
  {
    call: 'sendNewUpdateEmail',
    request: ({ loan, updateId }) => ({ body: { proposalId: loan.id, updateId, toAllBackers: true } }),
    on: states('401 403 403 200 403 403', '401 404 404 409 404 404'),
  },
  {
    call: 'sendNewUpdateEmail',
    variant: 'named by its update',
    request: ({ updateId }) => ({ body: { updateId, sendToMails: ['nobody@example.org'] } }),
    on: states('401 403 403 200 403 403', '401 404 404 409 404 404'),
  },
  {
    call: 'sendNewUpdateEmail',
    variant: 'in somebody else’s name',
    request: ({ updateId, other }) => ({ body: { updateId, toAllBackers: true, userId: String(other.id) } }),
    on: { funded: '401 403 403 403 403 403', draft: '401 403 403 403 403 403' },
  },
  {
    call: 'sendNewUpdateEmail',
    variant: 'named by its address, to no list',
    request: ({ loan }) => ({
      body: { proposalURL: `http://localhost:3000/App/proposal?mfi=ROI&id=${loan.id}`, sendToMails: 'nobody' },
    }),
    on: states('401 403 403 422 403 403', '401 404 404 409 404 404'),
  },
  { call: 'listGalleryImages', request: proposalId, on: READ_BY_ALL },
  { call: 'addGalleryImage', request: (cell) => ({ body: picture(cell) }), on: CREATED_BY_OWNER },
  {
    call: 'deleteGalleryImage',
    request: ({ galleryImageId }) => ({ query: { id: galleryImageId } }),
    on: DONE_BY_OWNER,
  },
];

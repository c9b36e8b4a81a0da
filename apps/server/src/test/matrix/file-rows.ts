import { NOT_FOR_OTHERS, type Row } from './table.ts';

/** One white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
);

const upload = (folder: string) => () => ({ params: { folder, name: 'photo.png' }, bytes: PNG });

export const FILE_ROWS: readonly Row[] = [
  {
    call: 'uploadFile',
    variant: 'for a proposal',
    request: upload('proposalImages'),
    codes: '401 201 201 201 201 201',
  },
  { call: 'uploadFile', variant: 'for a profile', request: upload('profileImages'), codes: '401 201 201 201 201 201' },
  {
    call: 'uploadFile',
    variant: 'for a campaign',
    request: upload('campaignImages'),
    codes: '401 403 403 403 201 201',
  },
  { call: 'uploadFile', variant: 'of a slip', request: upload('slips'), codes: '401 201 201 201 201 201' },
  {
    call: 'uploadFile',
    variant: 'in the name of somebody else',
    request: ({ other }) => ({ ...upload('proposalImages')(), query: { userId: other.id } }),
    codes: NOT_FOR_OTHERS,
  },
  { call: 'uploadFile', variant: 'elsewhere', request: upload('otherImages'), codes: '401 404 404 404 404 404' },
  {
    call: 'readFile',
    request: () => ({ params: { folder: 'proposalImages', name: 'none-000000000000.webp' } }),
    codes: '404 404 404 404 404 404',
  },
  { call: 'findReceipt', request: () => ({ params: { code: '0000000000' } }), codes: '404 404 404 404 404 404' },
  {
    call: 'readSlip',
    request: () => ({ params: { name: 'none-000000000000.webp' } }),
    codes: '401 404 404 404 404 404',
  },
];

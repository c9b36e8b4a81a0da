import { CHAIN_ROWS } from './chain-rows.ts';
import { FILE_ROWS } from './file-rows.ts';
import { LOAN_ROWS } from './loan-rows.ts';
import { MESSAGE_ROWS } from './message-rows.ts';
import { OFFICE_ROWS } from './office-rows.ts';
import { OTHER_ROWS } from './other-rows.ts';
import type { Row } from './table.ts';
import { UPDATE_ROWS } from './update-rows.ts';

/** The rows of all calls, files first: the pictures of what other rows make count towards what one person may keep. */
export const ALL_ROWS: readonly Row[] = [
  ...FILE_ROWS,
  ...LOAN_ROWS,
  ...UPDATE_ROWS,
  ...MESSAGE_ROWS,
  ...OFFICE_ROWS,
  ...CHAIN_ROWS,
  ...OTHER_ROWS,
];

import { CHAIN_ROWS } from './matrix/chain-rows.ts';
import { FILE_ROWS } from './matrix/file-rows.ts';
import { LOAN_ROWS } from './matrix/loan-rows.ts';
import { MESSAGE_ROWS } from './matrix/message-rows.ts';
import { OFFICE_ROWS } from './matrix/office-rows.ts';
import { OTHER_ROWS } from './matrix/other-rows.ts';
import { ACTORS, type Row, type Target } from './matrix/table.ts';
import { UPDATE_ROWS } from './matrix/update-rows.ts';

const ROWS: readonly Row[] = [
  ...FILE_ROWS,
  ...LOAN_ROWS,
  ...UPDATE_ROWS,
  ...MESSAGE_ROWS,
  ...OFFICE_ROWS,
  ...OTHER_ROWS,
  ...CHAIN_ROWS,
];

/** A way to make a call, about a loan in a state and by one person. */
export type Try = { readonly row: Row; readonly target: Target | null; readonly actor: (typeof ACTORS)[number] };

/** The matrix's ways to make a call: those that succeed, else those whose refusal is judged as late as possible. */
export function triesOf(call: string): Try[] {
  const found = ROWS.filter((row) => row.call === call).flatMap(triesOfRow);
  const best = found.toSorted((a, b) => rankOf(a.code) - rankOf(b.code));
  return best.filter(({ code }) => Number(code) < 300).length > 0 ? best.slice(0, 1) : best;
}

function triesOfRow(row: Row): (Try & { readonly code: string })[] {
  const lines = row.on ? (Object.entries(row.on) as [Target, string][]) : ([[null, row.codes ?? '']] as const);
  return lines.flatMap(([target, codes]) => {
    const each = codes.split(' ');
    // Of several people who hear the same, the first asks.
    return [...new Set(each)].map((code) => ({ row, target, code, actor: ACTORS[each.indexOf(code)] ?? 'V' }));
  });
}

/** Values are judged after 401, 404, 403 and 409, but the proof of oneself comes last and sign-in has no other refusal. */
const rankOf = (code: string) => (Number(code) < 300 ? 0 : ['422', '409', '403', '404', '401'].indexOf(code) + 1 || 9);

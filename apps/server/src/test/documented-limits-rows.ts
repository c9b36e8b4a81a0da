import { ALL_ROWS } from './matrix/all-rows.ts';
import { ACTORS, type Row, type Target } from './matrix/table.ts';

/** A way to make a call, about a loan in a state and by one person. */
export type Try = { readonly row: Row; readonly target: Target | null; readonly actor: (typeof ACTORS)[number] };

/** The matrix's ways to make a call: those that succeed, else those whose refusal is judged as late as possible. */
export function triesOf(call: string): Try[] {
  const found = ALL_ROWS.filter((row) => row.call === call).flatMap(triesOfRow);
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

import { askedInBestEncoding } from './csv-encoding.ts';
import { decodePlain, decodeXml, headOf, refuseOtherKinds } from './decode-text.ts';
import { hasDoctype, looksLikeXml } from './doctype.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import { isMt940, readMt940 } from './read-mt940.ts';
import { refused } from './refused.ts';
import { STATEMENT_LINES_MAX } from '@sathi/domain/statement-files.ts';
import type { StatementRead, StatementTask, TakeLine } from './statement-messages.ts';

const ENCODING = 'windows-1252';

/**
 * Reads a statement of any kind (R21.1–R21.4), each told by its content. Lines that were taken before a refusal are void.
 *
 * @throws StatementRefused
 */
export async function readStatement(
  bytes: Buffer,
  task: StatementTask,
  take: TakeLine,
): Promise<Omit<StatementRead, 'lines'>> {
  if (bytes.length === 0) refused('format_unknown');
  refuseOtherKinds(bytes);
  let count = 0;
  const counted: TakeLine = (line, readBytes) => {
    count += 1;
    if (count > STATEMENT_LINES_MAX) refused('too_many_lines');
    return take(line, readBytes);
  };
  if (looksLikeXml(bytes)) {
    if (hasDoctype(bytes)) refused('doctype_refused');
    return { format: 'camt.053', statements: await readCamt(decodeXml(bytes), task, counted), badRows: [] };
  }
  const text = decodePlain(bytes, task.mapping?.encoding ?? ENCODING);
  const head = headOf(text.pieces());
  if (head.trim() === '') refused('format_unknown');
  if (isMt940(head)) {
    return { format: 'mt940', statements: await readMt940(text, task, counted), badRows: [] };
  }
  if (/^\s*[{[]/.test(head)) refused('format_unknown');
  try {
    const { statements, badRows } = await readCsv(text, head, task, counted);
    return { format: 'csv', statements, badRows };
  } catch (error) {
    throw askedInBestEncoding(error, bytes, text, task);
  }
}

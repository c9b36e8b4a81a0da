import { CSV_ENCODINGS } from '@sathi/domain/statement-files.ts';
import { findHeader } from './csv-header.ts';
import { type Decoded, decodePlain, headOf } from './decode-text.ts';
import { StatementRefused } from './refused.ts';
import type { MappingProposal, StatementTask } from './statement-messages.ts';

/**
 * The question about the columns of a CSV whose bytes name no encoding, in the encoding in which the dictionary knows the
 * most of them, which it names (R21.3, R21.4). Any other refusal stays as it is.
 */
export function askedInBestEncoding(refusal: unknown, bytes: Buffer, text: Decoded, task: StatementTask): unknown {
  const asked = questionOf(refusal);
  if (asked === null || text.isUnicode) return refusal;
  const others = CSV_ENCODINGS.filter((encoding) => encoding !== 'utf-8' && encoding !== text.encoding);
  const first = { encoding: text.encoding, asked };
  const best = others.reduce((most, encoding) => {
    const question = questionIn(decodePlain(bytes, encoding), task);
    return question !== null && known(question) > known(most.asked) ? { encoding, asked: question } : most;
  }, first);
  const proposal = { ...best.asked.proposal, encoding: best.encoding };
  return new StatementRefused({ code: 'mapping_needed', ...best.asked, proposal });
}

/** Null where the bytes are no text of that encoding, or no table. */
function questionIn(text: Decoded, task: StatementTask): MappingProposal | null {
  try {
    findHeader(headOf(text.pieces()), task.mapping, task.timeZone);
    return null;
  } catch (error) {
    return questionOf(error);
  }
}

/** @throws anything that is no refusal */
function questionOf(error: unknown): MappingProposal | null {
  if (!(error instanceof StatementRefused)) throw error;
  const { refusal } = error;
  return refusal.code === 'mapping_needed' ? refusal : null;
}

function known({ proposal }: MappingProposal): number {
  return Object.keys(proposal.columns).length;
}

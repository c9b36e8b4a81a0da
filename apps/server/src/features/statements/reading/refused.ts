import type { StatementRefusal } from './statement-messages.ts';

/** A file that is refused as a whole (R21.2). */
export class StatementRefused extends Error {
  readonly refusal: StatementRefusal;

  constructor(refusal: StatementRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** @throws StatementRefused `statement_malformed` */
export function malformed(line: number | null = null): never {
  throw new StatementRefused({ code: 'statement_malformed', line });
}

/** @throws StatementRefused with that code */
export function refused(
  code: Exclude<StatementRefusal['code'], 'statement_malformed' | 'balance_mismatch' | 'mapping_needed'>,
): never {
  throw new StatementRefused({ code });
}

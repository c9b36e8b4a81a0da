import type { DataOf, InputOf } from '../../lib/wire.ts';
import type { StaffTextKey } from '../../lib/text.tsx';

type Cause = NonNullable<DataOf<'findDefault'>['defaulted']>['cause'];
/** The causes that a person may give. */
export type GivenCause = NonNullable<InputOf<'confirmDefault'>['body']['cause']>;

export const CAUSE_WORDS: Record<Cause, StaffTextKey> = {
  borrower: 'defaults.cause.borrower',
  office: 'defaults.cause.office',
  disaster: 'defaults.cause.disaster',
  fraud: 'defaults.cause.fraud',
  unknown: 'defaults.cause.unknown',
};

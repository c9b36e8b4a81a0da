import type { TextKey } from '../../lib/text.tsx';
import type { BodyOf } from '../../lib/wire.ts';

export type ReportReason = BodyOf<'enterReport'>['reason'];

/** The text of each reason, in the order in which they are offered. */
export const REASONS: Readonly<Record<ReportReason, TextKey>> = {
  child_privacy: 'report.reasonChild',
  privacy: 'report.reasonPrivacy',
  fraud: 'report.reasonFraud',
  offensive: 'report.reasonOffensive',
  spam: 'report.reasonSpam',
  other: 'report.reasonOther',
};

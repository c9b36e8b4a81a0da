import type { DataOf } from '../../lib/wire.ts';

export type ReportedCase = DataOf<'listReports'>[number];

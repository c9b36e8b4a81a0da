import { useSyncExternalStore } from 'react';
import { ReportDialog } from '../features/reports/report-dialog.tsx';
import { openedReport, openReport, subscribeToReport } from '../features/reports/open-report.ts';

/** The dialog behind every “Report”. */
export function Reporting() {
  const things = useSyncExternalStore(subscribeToReport, openedReport, openedReport);
  if (things.length === 0) return null;
  return <ReportDialog things={things} onClose={() => openReport()} />;
}

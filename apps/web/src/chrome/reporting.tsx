import { lazy, Suspense, useSyncExternalStore } from 'react';
import { openedReport, openReport, subscribeToReport } from '../lib/report.ts';

const ReportDialog = lazy(() => import('../features/reports/report-dialog.tsx'));

/** The dialog behind every “Report”, fetched when it is first opened. */
export function Reporting() {
  const things = useSyncExternalStore(subscribeToReport, openedReport, openedReport);
  if (things.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ReportDialog things={things} onClose={() => openReport()} />
    </Suspense>
  );
}

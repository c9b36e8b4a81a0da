import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { openReport, type ReportedThing } from './open-report.ts';

/** Quiet, with its flag and its word: has the staff of the institution look at one of these things (R14.4). */
export function ReportButton({ things }: { things: readonly ReportedThing[] }) {
  const { t } = useText();
  return (
    <Button {...help('report')} variant="quiet" small icon="flag" onClick={() => openReport(...things)}>
      {t('report.action')}
    </Button>
  );
}

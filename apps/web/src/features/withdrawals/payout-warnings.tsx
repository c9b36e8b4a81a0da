import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Payout } from './open-requests.ts';

const WARNINGS: Record<Payout['warnings'][number], StaffTextKey> = {
  new_account: 'batches.newAccount',
  name_differs: 'batches.nameDiffers',
  several_people_one_account: 'batches.severalPeople',
};

/** Staff look at these before a request is put into a batch, approved there, or sent by hand. */
export function PayoutWarnings({ request: { warnings, belowZero } }: { request: Payout }) {
  const { t } = useStaffText();
  return (
    <>
      {warnings.map((warning) => (
        <Badge key={warning} tone="warm">
          {t(WARNINGS[warning])}
        </Badge>
      ))}
      {belowZero && <Badge tone="warm">{t('receipts.belowZero')}</Badge>}
    </>
  );
}

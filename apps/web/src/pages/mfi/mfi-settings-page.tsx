import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { BoxSkeletons } from '../../ui/box-skeletons.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Held } from '../../ui/hold-until.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { type Office, StaffOnly } from '../../features/mfis/staff-only.tsx';
import { BrandingForm } from '../../features/mfis/branding-form.tsx';
import { Holidays } from '../../features/mfis/holidays.tsx';
import { LoanLimits } from '../../features/mfis/loan-limits.tsx';
import { MoneySettings } from '../../features/mfis/money-settings.tsx';

const PLACES = (
  <Held>
    <BoxSkeletons />
  </Held>
);

/** How an MFI appears, for its managers. */
export default function MfiSettingsPage() {
  return (
    <StaffOnly pathOf={paths.mfiSettings}>
      {(mfi, mfiSwitch) => <Settings key={mfi.id} office={mfi} mfiSwitch={mfiSwitch} />}
    </StaffOnly>
  );
}

function Settings({ office, mfiSwitch }: { office: Office; mfiSwitch: ReactNode }) {
  const { name: mfiName, isManager } = office;
  const { t } = useStaffText();
  const mfi = useMfi(mfiName);
  return (
    <Page
      title={t('mfi.settings.title')}
      lead={t('mfi.settings.lead', { mfi: mfiName })}
      back={{ href: paths.mfiProposals(mfiName), label: t('common.mfiDashboard') }}
      actions={mfiSwitch}
    >
      {!isManager && <EmptyState icon="lock" title={t('mfi.settings.managersOnly')} />}
      {isManager && mfi.data && (
        <Stack gap="loose">
          <BrandingForm mfi={mfi.data} />
          <LoanLimits mfiId={mfi.data.id} />
          <Holidays mfiId={mfi.data.id} />
          <MoneySettings mfiId={mfi.data.id} />
        </Stack>
      )}
      {isManager && mfi.isPending && PLACES}
      {mfi.isError && !mfi.data && <ErrorState onRetry={() => void mfi.refetch()} />}
    </Page>
  );
}

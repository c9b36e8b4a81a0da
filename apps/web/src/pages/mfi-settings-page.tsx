import { type ReactNode, Suspense, useEffect } from 'react';
import formTexts from 'virtual:texts/features/mfi-dashboard/branding-form.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { useMfi } from '../lib/use-mfi.ts';
import { BoxSkeletons } from '../ui/box-skeletons.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Held } from '../ui/hold-until.tsx';
import { Page } from '../ui/page.tsx';
import { StaffOnly } from './staff-only.tsx';

const BrandingForm = lazyPart(() => import('../features/mfi-dashboard/branding-form.tsx'), formTexts);

const PLACES = (
  <Held>
    <BoxSkeletons />
  </Held>
);

/** How an MFI appears, for its staff. */
export default function MfiSettingsPage() {
  return (
    <StaffOnly pathOf={paths.mfiSettings}>
      {(mfi, mfiSwitch) => <Settings key={mfi.id} mfiName={mfi.name} mfiSwitch={mfiSwitch} />}
    </StaffOnly>
  );
}

function Settings({ mfiName, mfiSwitch }: { mfiName: string; mfiSwitch: ReactNode }) {
  const { t, format } = useText();
  const mfi = useMfi(mfiName);
  useEffect(() => {
    BrandingForm.preload();
  }, []);
  return (
    <Page
      title={t('mfi.settings.title')}
      lead={t('mfi.settings.lead', { mfi: format.isolate(mfiName) })}
      back={{ href: paths.mfiProposals(mfiName), label: t('common.mfiDashboard') }}
      actions={mfiSwitch}
    >
      <Suspense fallback={PLACES}>
        {mfi.data && <BrandingForm mfi={mfi.data} />}
        {mfi.isPending && PLACES}
        {mfi.isError && !mfi.data && <ErrorState onRetry={() => void mfi.refetch()} />}
      </Suspense>
    </Page>
  );
}

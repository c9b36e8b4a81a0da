import { useStaffText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';

export function TestMoneyBanner() {
  const { t } = useStaffText();
  return (
    <Banner tone="warm" icon="alert-circle">
      <strong>{t('chain.banner')}</strong> {t('chain.bannerText')}
    </Banner>
  );
}

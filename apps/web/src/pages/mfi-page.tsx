import { useText } from '../lib/text.tsx';
import { Page } from '../ui/page.tsx';

export default function MfiPage() {
  const { t } = useText();
  return <Page title={t('common.productName')}>{t('common.tagline')}</Page>;
}

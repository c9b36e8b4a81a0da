import { useText } from '../lib/text.tsx';
import { Page } from '../ui/page.tsx';

export default function RegisterPage() {
  const { t } = useText();
  return <Page title={t('common.productName')}>{t('common.tagline')}</Page>;
}

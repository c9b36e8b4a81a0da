import { useMoneyText } from '../../../lib/text.tsx';

/** The sum in local money is fixed at the release (R23.3). */
export function LocalFixed() {
  const { t } = useMoneyText();
  return t('payLocal.fixed');
}

import { useText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';

type Props = {
  /** Names the person or proposal. */
  sentence: string;
  freeze: { reason: string; frozenAt: string };
};

/** Tells the person it concerns, and staff, of a freeze: its day and its reason (R34.7). */
export function FreezeBanner({ sentence, freeze }: Props) {
  const { t, format } = useText();
  return (
    <Banner tone="warm" icon="ban">
      <p>{sentence}</p>
      <p>{t('freeze.since', { date: format.date(freeze.frozenAt) })}</p>
      <p dir="auto">{freeze.reason}</p>
    </Banner>
  );
}

import type { KeptRound } from '../../lib/kept-cash.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { leftOf } from './round-facts.ts';

/** Cash of a till that the office closed without it: it waits here for the next till of the same money (R22.5). */
export function LateCash({ round }: { round: KeptRound }) {
  const { t, format } = useStaffText();
  const { number: till, currency } = round;
  const rows = leftOf(round).map(({ number, name, reference, amount }) => ({
    label: t('round.lateOne', { number, name: format.isolate(name || reference) }),
    value: localAmount({ amount, currency }, format),
  }));
  return (
    <Panel title={t('round.late', { number: till })}>
      <p>{t('round.lateText', { currency })}</p>
      <ReviewList rows={rows} />
    </Panel>
  );
}

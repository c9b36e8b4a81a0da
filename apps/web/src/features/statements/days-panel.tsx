import { useState } from 'react';
import { useStaffText } from '../../lib/text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Day, DaySums } from './day-sums.tsx';
import { daysOfMonth, monthOf, monthsFrom, weekdaysFrom } from './month.ts';
import styles from './statements.module.css';
import { useDays } from './use-days.ts';

type Props = { mfiId: string; account: { id: string; currency: string } };

/** The days of an account as a calendar, green where they are agreed (R21.10). */
export function DaysPanel({ mfiId, account }: Props) {
  const { t } = useStaffText();
  const days = useDays(mfiId, account.id);
  return (
    <Panel title={t('desk.days')}>
      {days.isError && !days.data && <ErrorState onRetry={() => void days.refetch()} />}
      {days.isPending && <Skeleton shape="box" />}
      {days.data?.length === 0 && <EmptyState icon="clock" title={t('desk.noDays')} text={t('desk.noDaysText')} />}
      {days.data && days.data.length > 0 && <Calendar mfiId={mfiId} account={account} days={days.data} />}
    </Panel>
  );
}

function Calendar({ mfiId, account, days }: Props & { days: readonly Day[] }) {
  const { t, format } = useStaffText();
  const firstOpen = days.find(({ state }) => state === 'open') ?? days.at(-1);
  const [month, setMonth] = useState(monthOf(firstOpen?.day ?? ''));
  const [chosen, setChosen] = useState(firstOpen?.day ?? '');
  const known = new Map(days.map((day) => [day.day, day]));
  const shown = known.get(chosen);
  const stateOf = (day: string) => known.get(day)?.state ?? 'none';
  return (
    <Stack>
      <Row spread>
        <IconButton icon="arrow-back" name={t('desk.monthBefore')} onClick={() => setMonth(monthsFrom(month, -1))} />
        <strong role="status">
          {new Intl.DateTimeFormat(format.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
            new Date(`${month}-01T00:00:00Z`),
          )}
        </strong>
        <IconButton icon="arrow-forward" name={t('desk.monthAfter')} onClick={() => setMonth(monthsFrom(month, 1))} />
      </Row>
      <div className={styles.month} role="group" aria-label={t('desk.days')}>
        {weekdaysFrom(format.tag).map(({ key, label }) => (
          <span key={key} className={styles.weekday} aria-hidden="true">
            {label}
          </span>
        ))}
        {daysOfMonth(month).map(({ day, column }) => {
          const state = stateOf(day);
          const words = t(state === 'agreed' ? 'desk.day.agreed' : 'desk.day.open', { date: format.date(day) });
          const figure = format.number(Number(day.slice(-2)));
          const style = column === null ? undefined : { gridColumnStart: column };
          return state === 'none' ? (
            <span key={day} className={styles.day} data-state="none" style={style}>
              {figure}
            </span>
          ) : (
            <button
              key={day}
              type="button"
              className={styles.day}
              data-state={state}
              style={style}
              aria-pressed={day === chosen}
              aria-label={words}
              onClick={() => setChosen(day)}
            >
              {state === 'agreed' ? `✓ ${figure}` : figure}
            </button>
          );
        })}
      </div>
      {shown && <DaySums key={shown.day} mfiId={mfiId} account={account} day={shown} />}
    </Stack>
  );
}

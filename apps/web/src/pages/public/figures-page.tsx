import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { CALLS } from '@sathi/contract/calls.ts';
import { figureName, figureText, MONEY_FIGURES, TIME_FIGURES } from '../../features/loan-figures/figure-words.ts';
import { FiguresChart } from '../../features/loan-figures/figures-chart.tsx';
import { FiguresTable } from '../../features/loan-figures/figures-table.tsx';
import { HowWeCount } from '../../features/loan-figures/how-we-count.tsx';
import { type FiguresOf, figuresOf, useLoanFigures } from '../../features/loan-figures/use-loan-figures.ts';
import { ApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { usePartners } from '../../lib/use-partners.ts';
import { useMoneyText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { DateField } from '../../ui/date-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import styles from './figures-page.module.css';
import NotFoundPage from '../not-found/not-found-page.tsx';

type Figures = DataOf<'findLoanFigures'>;

/** The figures of the loans of each quarter, at one institution or at all, on any past day (R32). */
export default function FiguresPage() {
  const { t } = useMoneyText();
  const [search] = useSearchParams();
  const of = figuresOf(useParams(), search);
  const { data: figures, error, refetch, isPlaceholderData } = useLoanFigures(of);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  return (
    <Page
      title={of.name ? t('public.figures.titleOf', { mfi: of.name }) : t('public.figures.title')}
      lead={t('public.figures.lead')}
      {...(of.name && { back: { href: paths.partner(of.name), label: of.name } })}
    >
      <Stack gap="loose">
        <Chosen of={of} figures={figures} />
        {error && !figures && <ErrorState onRetry={() => void refetch()} />}
        {figures && (
          <div className={isPlaceholderData ? styles.refreshing : undefined} aria-busy={isPlaceholderData}>
            {figures.rows.length > 0 ? <Told of={of} figures={figures} /> : <Nothing />}
          </div>
        )}
        <HowWeCount />
      </Stack>
    </Page>
  );
}

/** The institution and the day. The address says both, so that it can be passed on. */
function Chosen({ of, figures }: { of: FiguresOf; figures: Figures | undefined }) {
  const { t, format } = useMoneyText();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState<string>();
  const names = new Set([...(of.name ? [of.name] : []), ...usePartners().map(({ name }) => name)]);
  const { firstDay, lastDay } = figures ?? {};
  const isOutside = (day: string) => !firstDay || !lastDay || day < firstDay || day > lastDay;
  const go = (name: string | undefined, day: string | undefined) =>
    navigate(`${paths.figures(name)}${day ? `?asOf=${day}` : ''}`);
  const period = firstDay && lastDay ? { first: format.date(firstDay), last: format.date(lastDay) } : undefined;
  return (
    <Stack>
      <FilterBar
        label={t('figures.whose')}
        options={[{ value: '', label: t('figures.all') }, ...[...names].map((name) => ({ value: name, label: name }))]}
        value={of.name ?? ''}
        onValueChange={(name) => go(name || undefined, of.asOf)}
      />
      {period && (
        <div className={styles.day}>
          <DateField
            label={t('figures.day')}
            hint={t('figures.dayHint', period)}
            error={typed && isOutside(typed) ? t('figures.dayOutside', period) : undefined}
            min={firstDay as string}
            max={lastDay as string}
            value={typed ?? of.asOf ?? (lastDay as string)}
            onValueChange={(day) => {
              const isShown = day !== '' && !isOutside(day);
              setTyped(isShown ? undefined : day);
              if (isShown) go(of.name, day);
            }}
          />
        </div>
      )}
    </Stack>
  );
}

function Told({ of, figures }: { of: FiguresOf; figures: Figures }) {
  const text = useMoneyText();
  const { t } = text;
  const { rows } = figures;
  const [sum] = rows;
  const query = new URLSearchParams(of).toString();
  return (
    <Stack gap="loose">
      {sum && (
        <SummaryFigures
          figures={(['lent', 'repaid', 'outstanding', 'par30', 'onTime'] as const).map((figure) => ({
            label: t(figureName(figure)),
            value: figureText(sum, figure, text),
          }))}
        />
      )}
      {rows.some(({ quarter, lent }) => quarter !== null && lent !== null) && (
        <Panel title={t('figures.chart')}>
          <FiguresChart rows={rows} />
        </Panel>
      )}
      <Panel
        title={t('figures.byQuarter')}
        aside={
          <Row>
            <LinkButton href={`${CALLS.exportLoanFigures[1]}?${query}`} variant="quiet">
              {t('figures.csv')}
            </LinkButton>
            <LinkButton href={`${CALLS.findLoanFigures[1]}?${query}`} variant="quiet">
              {t('figures.json')}
            </LinkButton>
          </Row>
        }
      >
        <FiguresTable caption={t('figures.money')} figures={MONEY_FIGURES} rows={rows} />
        <FiguresTable caption={t('figures.time')} figures={TIME_FIGURES} rows={rows} />
      </Panel>
    </Stack>
  );
}

function Nothing() {
  const { t } = useMoneyText();
  return <EmptyState icon="history" title={t('figures.empty')} text={t('figures.emptyText')} />;
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { MovementRows } from '../../features/portfolio/statement.tsx';
import { todayOf } from '../../features/portfolio/statement-period.ts';
import { useStatement } from '../../features/portfolio/use-statement.ts';
import { useYearLetter, type YearLetter as Letter, yearOf } from '../../features/portfolio/use-year-letter.ts';
import { YearLetter } from '../../features/portfolio/year-letter.tsx';
import type { ApiError } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { BoxSkeletons } from '../../ui/box-skeletons.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { OwnAmounts } from '../../ui/own-amounts.tsx';
import { Page, Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The letter of a year with its statement, to be printed or kept. */
export default function YearLetterPage() {
  const { t } = useMoneyText();
  const [search, setSearch] = useSearchParams();
  const mfiName = useMfiName();
  const asked = yearOf(search);
  const { data: letter, isError, refetch } = useYearLetter(asked);
  return (
    <Page
      title={t('letter.title', { year: String(letter?.year ?? asked ?? '') })}
      back={{ href: paths.portfolio(mfiName), label: t('portfolio.title') }}
    >
      <OwnAmounts>
        {letter ? (
          <Shown letter={letter} onChoose={(year) => setSearch({ year }, { replace: true })} />
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <BoxSkeletons />
        )}
      </OwnAmounts>
    </Page>
  );
}

function Shown({ letter, onChoose }: { letter: Letter; onChoose: (year: string) => void }) {
  const { t } = useMoneyText();
  const { user } = useSession();
  const [today] = useState(() => todayOf(new Date()));
  const statement = useStatement({ from: letter.from, to: letter.to });
  const printing = useMutation<void, ApiError, void>({
    mutationFn: statement.loadAll,
    // Rows that have just arrived are drawn first.
    onSuccess: () => void setTimeout(() => window.print()),
  });
  const years = [...new Set([letter.year, ...letter.years])].toSorted((first, second) => second - first);
  return (
    <Stack gap="loose">
      <div data-print="never">
        <Row spread>
          <FilterBar
            label={t('letter.year')}
            options={years.map((year) => ({ value: String(year), label: String(year) }))}
            value={String(letter.year)}
            onValueChange={onChoose}
          />
          <Button {...help('print')} busy={printing.isPending} onClick={() => printing.mutate()}>
            {t('portfolio.statement.print')}
          </Button>
        </Row>
        {printing.error && <FormError>{errorSentence(printing.error, t)}</FormError>}
      </div>
      <YearLetter letter={letter} name={user ? `${user.firstName} ${user.lastName}`.trim() : ''} today={today} />
      {statement.isError && !statement.totals && <ErrorState onRetry={statement.retry} />}
      {statement.rows.length > 0 && (
        <Panel title={t('portfolio.statement.title')}>
          <MovementRows rows={statement.rows} />
          <MoreButton list={statement} />
        </Panel>
      )}
    </Stack>
  );
}

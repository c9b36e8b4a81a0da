import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import type { HomeTab } from './home-address.ts';

const UNKNOWN = '–';

/** What I borrowed and paid back, or what I lent and got back (R11.2). A figure not loaded is a dash of the same size. */
export function HomeSummary({ tab }: { tab: Exclude<HomeTab, 'ignored'> }) {
  const { t, format } = useText();
  const mfiName = useMfiName();
  const { data } = useQuery({
    queryKey: queryKeys.proposalStats,
    queryFn: ({ signal }) => call('borrowStats', {}, { signal }),
  });
  const money = (dollars: number | undefined) => (dollars === undefined ? UNKNOWN : format.money(dollars));
  const figures =
    tab === 'invest'
      ? [
          { label: t('home.activeReturn'), value: money(data?.active.amount) },
          { label: t('home.myInvestment'), value: money(data?.pasive.amount) },
        ]
      : [
          { label: t('home.totalFunded'), value: money(data?.funded.amount) },
          { label: t('home.totalRepaid'), value: money(data?.paid) },
        ];
  const summary = <SummaryFigures figures={figures} />;
  if (tab !== 'invest') return summary;
  return (
    <Stack gap="tight">
      {summary}
      <Row>
        <LinkButton variant="plain" icon="wallet" href={paths.portfolio(mfiName)}>
          {t('portfolio.open')}
        </LinkButton>
      </Row>
    </Stack>
  );
}

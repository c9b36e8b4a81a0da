import { PartnerCard } from '../../features/mfis/partner-card.tsx';
import { Showcase } from '../../features/mfis/showcase.tsx';
import { ProposalCard } from '../../features/proposals/proposal-card.tsx';
import { usePublicFigures } from '../../features/proposals/lists/public-view.ts';
import { wordsOfMfi } from '../../lib/mfi-words.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import type { DataOf } from '../../lib/wire.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewList } from '../../ui/review-list.tsx';

/**
 * The public page of an institution, for a reader who asks whom they would trust: its people, the money that came back,
 * and its rules.
 */
export default function PartnerPage() {
  const { t, locale } = useText();
  const name = useMfiName();
  const { data: mfi } = useMfi();
  const { data: figures } = usePublicFigures({ name });
  const welcome = wordsOfMfi(mfi, 'welcomeMessage', locale);
  const lead = welcome.words ? welcome : wordsOfMfi(mfi, 'slogan', locale);
  return (
    <Page
      title={mfi?.name ?? name}
      lead={
        <span dir="auto" lang={lead.lang}>
          {lead.words}
        </span>
      }
    >
      <Stack gap="loose">
        <PartnerCard />
        {figures && <Record figures={figures} />}
        {mfi && <Rules mfi={mfi} />}
        <Showcase renderProposal={(proposal) => <ProposalCard proposal={proposal} />} />
        {mfi && (
          <Row>
            <LinkButton href={paths.figures(name)} variant="quiet" icon="history">
              {t('public.figures.titleOf', { mfi: mfi.name })}
            </LinkButton>
            <LinkButton href={`${paths.invest(name)}?partner=${mfi.id}`} variant="quiet" icon="arrow-forward">
              {t('identity.start.allLoans')}
            </LinkButton>
          </Row>
        )}
      </Stack>
    </Page>
  );
}

/** The figures of an institution, counted by the server; those of things that have not happened yet are left out. */
function Record({ figures }: { figures: DataOf<'findPublicFigures'> }) {
  const { t, format } = useText();
  const { lent, repaid, since, openCount, runningCount, repaidCount } = figures;
  const { daysDueToPaid: paid, daysPaidToApproved: approved } = figures;
  const inDays = (key: TextKey, days: number) => t(key, { count: Math.round(Math.abs(days)) });
  return (
    <Panel title={t('public.partner.record')}>
      <ReviewList
        rows={[
          ...(since === null ? [] : [{ label: t('public.partner.since'), value: format.date(since) }]),
          { label: t('public.open'), value: format.number(openCount) },
          { label: t('public.running'), value: format.number(runningCount) },
          { label: t('public.repaid'), value: format.number(repaidCount) },
          ...(lent > 0
            ? [{ label: t('public.cameBack'), value: format.percent(Math.floor((repaid / lent) * 100) / 100) }]
            : []),
          ...(paid === null
            ? []
            : [
                {
                  label: t('public.partner.paid'),
                  value: inDays(paid < 0 ? 'public.partner.paidBefore' : 'public.partner.paidAfter', paid),
                },
              ]),
          ...(approved === null
            ? []
            : [{ label: t('public.partner.approved'), value: inDays('public.partner.approvedText', approved) }]),
        ]}
      />
    </Panel>
  );
}

function Rules({ mfi }: { mfi: DataOf<'findMfi'> }) {
  const { t, format } = useText();
  const moneyOf = ({ localMoney, localCurrency }: typeof mfi) =>
    localMoney && localCurrency
      ? t('public.partner.moneyLocal', { currency: nameOf('currency', localCurrency, format.tag) })
      : t('public.partner.moneyText');
  return (
    <Panel title={t('public.partner.rules')}>
      <ReviewList
        rows={[
          { label: t('public.partner.country'), value: nameOf('region', mfi.country, format.tag) },
          { label: t('public.partner.money'), value: moneyOf(mfi) },
          {
            label: t('public.partner.checks'),
            value: t(mfi.approveBeforeBacking ? 'public.partner.checksFirst' : 'public.partner.checksRelease'),
          },
          { label: t('public.partner.openFor'), value: t('public.partner.days', { count: mfi.fundingDays }) },
          {
            label: t('public.partner.firstDue'),
            value: t('public.partner.firstDueText', { count: mfi.firstDueAfterMonths }),
          },
          { label: t('public.partner.late'), value: t('public.partner.lateText', { count: mfi.lateGraceDays }) },
        ]}
      />
    </Panel>
  );
}

function nameOf(type: 'region' | 'currency', code: string, tag: string): string {
  return new Intl.DisplayNames(tag, { type }).of(code) ?? code;
}

import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { monthName } from './months.ts';
import styles from './portfolio.module.css';

type Portfolio = DataOf<'findPortfolio'>;
type Props = {
  portfolio: Portfolio;
  /** `YYYY-MM`. */
  currentMonth: string;
};

/** A sentence on the money lent, come back, still out and late; then the credit to lend and the next money to come. */
export function PortfolioFigures({ portfolio, currentMonth }: Props) {
  const { t, format } = useText();
  const { lent, cameBack, stillOut, late, credit, loansCount, months } = portfolio;
  const mfiName = useMfiName();
  const next = months.find(({ month, open }) => month >= currentMonth && open > 0);
  return (
    <div role="group" aria-label={t('portfolio.figures')}>
      <Stack>
        <p className={styles.sentence}>
          {t('portfolio.sentence', {
            lent: format.money(lent),
            count: loansCount,
            cameBack: format.money(cameBack),
            stillOut: format.money(stillOut),
          })}
          {late > 0 && (
            <>
              {' '}
              <span className={styles.late}>{t('portfolio.ofItLate', { amount: format.money(late) })}</span>
            </>
          )}
        </p>
        <Card padded>
          <Row spread>
            <div>
              <p className={styles.credit}>
                {credit < 0
                  ? t('portfolio.belowZero', { amount: format.money(-credit) })
                  : t('portfolio.toLend', { amount: format.money(credit) })}
              </p>
              {next && (
                <p className={styles.next}>
                  {t('portfolio.nextExpected', {
                    amount: format.money(next.open),
                    month: monthName(next.month, { month: 'long', year: 'numeric' }, format.tag),
                  })}
                </p>
              )}
            </div>
            <LinkButton variant={credit > 0 ? 'primary' : 'quiet'} href={paths.invest(mfiName)}>
              {t(credit > 0 ? 'portfolio.lendAgain' : 'portfolio.findLoan')}
            </LinkButton>
          </Row>
        </Card>
      </Stack>
    </div>
  );
}

import type { SampleProposalId } from '@sathi/domain/chain-operations.ts';
import { useId } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardGrid } from '../../ui/card.tsx';
import { CardSkeletons } from '../../ui/card-skeletons.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Assets, Sample } from './actions.ts';
import styles from './chain.module.css';
import { localTokens, tokenAmount } from './token-amount.ts';

type Choose = (action: 'back' | 'unback', id: SampleProposalId) => void;
type Props = { samples: Assets['proposals'] | null; onChoose: Choose };

/** The proposals of the test network, each with the person's backing and a way to the two sections about it. */
export function SampleCards({ samples, onChoose }: Props) {
  const { t } = useStaffText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Stack>
        <div>
          <h2 id={id}>{t('chain.samples.title')}</h2>
          <p className={styles.note}>{t('chain.samples.text')}</p>
        </div>
        {samples === null ? (
          <CardSkeletons count={5} />
        ) : samples.length === 0 ? (
          <p>{t('chain.network.settingUp')}</p>
        ) : (
          <CardGrid label={t('chain.samples.title')}>
            {samples.map((sample) => (
              <SampleCard key={sample.id} sample={sample} onChoose={onChoose} />
            ))}
          </CardGrid>
        )}
      </Stack>
    </section>
  );
}

function SampleCard({ sample, onChoose }: { sample: Sample; onChoose: Choose }) {
  const text = useStaffText();
  const { t, format } = text;
  const { id, title, amount, fundedAmount, monthsToRepay, backed } = sample;
  const headingId = useId();
  return (
    <Card as="article" padded labelledBy={headingId} className={styles.sample}>
      <Stack gap="tight">
        <h3 id={headingId} dir="auto">
          {title}
        </h3>
        <p className={styles.note}>
          {format.joined([
            t('chain.samples.number', { id: format.number(Number(id)) }),
            t('chain.samples.months', { months: monthsToRepay }),
          ])}
        </p>
        <ProgressBar
          value={Number(fundedAmount)}
          max={Number(amount)}
          sentence={t('chain.samples.funded', {
            funded: localTokens(BigInt(fundedAmount), format),
            amount: localTokens(BigInt(amount), format),
          })}
        />
        {backed ? (
          <Badge tone="accent" icon="heart">
            {t('chain.samples.backed', { amount: tokenAmount(BigInt(backed.amount), backed.token, text) })}
          </Badge>
        ) : (
          <p className={styles.note}>{t('chain.samples.notBacked')}</p>
        )}
        <Row>
          <Button
            {...help('chain')}
            variant="quiet"
            small
            aria-label={t('chain.samples.back', { title })}
            onClick={() => onChoose('back', id)}
          >
            {t('chain.back.title')}
          </Button>
          <Button
            {...help('chain')}
            variant="quiet"
            small
            aria-label={t('chain.samples.unback', { title })}
            onClick={() => onChoose('unback', id)}
          >
            {t('chain.unback.title')}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

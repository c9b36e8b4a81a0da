import { useStaffText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import type { StaffTextKey } from '../../lib/text.tsx';
import styles from './chain.module.css';
import { stepWords } from './step-words.ts';
import { localCspr } from './token-amount.ts';

type Deploy = DataOf<'findChainDeploy'>;

const STATES: Record<Deploy['state'], { word: StaffTextKey; tone: Tone; icon: IconName }> = {
  waiting: { word: 'chain.deploy.waiting', tone: 'neutral', icon: 'clock' },
  sent: { word: 'chain.deploy.sent', tone: 'info', icon: 'clock' },
  succeeded: { word: 'chain.deploy.succeeded', tone: 'good', icon: 'check' },
  failed: { word: 'chain.deploy.failed', tone: 'bad', icon: 'alert-circle' },
};

/** One transaction as a person reads it; details for developers are folded away. */
export function DeployDetails({ deploy }: { deploy: Deploy }) {
  const { t, format } = useStaffText();
  const { blockHeight, cost, error, explorerUrl, hash } = deploy;
  const { word, tone, icon } = STATES[deploy.state];
  return (
    <Stack>
      <Panel
        title={t(stepWords(deploy.name))}
        aside={
          <Badge tone={tone} icon={icon}>
            {t(word)}
          </Badge>
        }
      >
        <ReviewList
          rows={[
            ...(error === null ? [] : [{ label: t('chain.deploy.error'), value: error }]),
            { label: t('chain.deploy.network'), value: deploy.chainName },
            {
              label: t('chain.deploy.block'),
              value: blockHeight === null ? t('chain.deploy.noBlock') : format.number(blockHeight),
            },
            ...(cost === null
              ? []
              : [
                  {
                    label: t('chain.deploy.cost'),
                    value: t('chain.amount.units', { amount: localCspr(cost, format), token: 'CSPR' }),
                  },
                ]),
            { label: t('chain.deploy.sentAt'), value: format.dateTime(deploy.sentAt) },
            { label: t('chain.deploy.hash'), value: <Hash>{hash}</Hash> },
          ]}
        />
        {explorerUrl !== null && (
          <LinkButton variant="quiet" icon="search" href={`${explorerUrl}/deploy/${hash}`}>
            {t('chain.deploy.explorer')}
          </LinkButton>
        )}
      </Panel>
      <Technical deploy={deploy} />
    </Stack>
  );
}

function Technical({ deploy }: { deploy: Deploy }) {
  const { t } = useStaffText();
  const { account, args, blockHash, contractHash, effects, entryPoint } = deploy;
  const facts = [
    { label: t('chain.deploy.account'), value: account },
    { label: t('chain.deploy.blockHash'), value: blockHash },
    { label: t('chain.deploy.contract'), value: contractHash },
    { label: t('chain.deploy.entryPoint'), value: entryPoint },
  ];
  const lists = [
    { label: t('chain.deploy.args'), lines: args.map(({ name, value }) => `${name}: ${value}`) },
    { label: t('chain.deploy.effects'), lines: effects ?? [] },
  ];
  return (
    <details className={styles.technical}>
      <summary>{t('chain.deploy.technical')}</summary>
      <ReviewList
        rows={[
          ...facts.flatMap(({ label, value }) => (value === null ? [] : [{ label, value: <Hash>{value}</Hash> }])),
          ...lists.flatMap(({ label, lines }) =>
            lines.length === 0 ? [] : [{ label, value: <Lines lines={lines} /> }],
          ),
        ]}
      />
    </details>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.keys}>
      {lines.map((line) => (
        <li key={line}>
          <Hash>{line}</Hash>
        </li>
      ))}
    </ul>
  );
}

function Hash({ children }: { children: string }) {
  return (
    <bdi className={styles.hash} dir="ltr">
      {children}
    </bdi>
  );
}

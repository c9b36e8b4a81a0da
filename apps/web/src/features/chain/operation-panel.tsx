import { useStaffText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Step as TimelineStep, type StepState, Timeline } from '../../ui/timeline.tsx';
import { ACTIONS, type Operation } from './actions.ts';
import { stepWords } from './step-words.ts';
import { TransactionLink } from './transaction-link.tsx';
import type { useTransaction } from './use-transaction.ts';

type Props = { transaction: ReturnType<typeof useTransaction>; explorerUrl: string | null };
type Step = Operation['steps'][number];

/** How far the person's transaction is, step by step. */
export function OperationPanel({ transaction, explorerUrl }: Props) {
  const { t } = useStaffText();
  const { operation, isUnread, isWatching } = transaction;
  if (!isWatching) return null;
  return (
    <Panel title={t('chain.operation.title')}>
      <Outcome operation={operation} />
      {isUnread && operation?.status !== 'failed' && operation?.status !== 'succeeded' && (
        <p role="status">{t('chain.operation.unknown')}</p>
      )}
      {operation && operation.steps.length > 0 && (
        <Timeline
          label={t('chain.operation.steps')}
          steps={operation.steps.map((step, index): TimelineStep => {
            const { deployHash, error } = step;
            return {
              title: t(stepWords(step.name)),
              state: stateOf(operation, index),
              detail: (error ?? deployHash) && (
                <>
                  {error && <p>{error}</p>}
                  {deployHash && <TransactionLink hash={deployHash} explorerUrl={explorerUrl} />}
                </>
              ),
            };
          })}
        />
      )}
    </Panel>
  );
}

function Outcome({ operation }: { operation: Operation | null }) {
  const { t } = useStaffText();
  if (operation === null) return <Banner tone="info">{t('chain.operation.sent')}</Banner>;
  const action = t(ACTIONS[operation.action].title);
  if (operation.status === 'succeeded') {
    return (
      <Banner tone="good" icon="check-circle">
        {t('chain.operation.succeeded', { action })}
      </Banner>
    );
  }
  if (operation.status === 'failed') {
    return (
      <Banner tone="bad" icon="alert-circle">
        {t('chain.operation.failed', { action, error: operation.error ?? t('chain.operation.failedText') })}
      </Banner>
    );
  }
  if (operation.stuck) {
    return (
      <Banner tone="warm" icon="clock">
        {t('chain.operation.stuck')}
      </Banner>
    );
  }
  return (
    <Banner tone="info" icon="clock">
      {t('chain.operation.sent')}
      {operation.steps.length === 0 && ` ${t('chain.operation.queued')}`}
    </Banner>
  );
}

const STATES: Record<Step['state'], StepState> = {
  waiting: 'upcoming',
  sent: 'current',
  succeeded: 'done',
  failed: 'failed',
};

/** The first that waits is the one that is being prepared. */
function stateOf({ steps, status }: Operation, index: number): StepState {
  const step = steps[index];
  if (step === undefined) return 'upcoming';
  const isNext = step.state === 'waiting' && steps.slice(0, index).every(({ state }) => state === 'succeeded');
  return isNext && status === 'pending' ? 'waiting' : STATES[step.state];
}

import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './security.module.css';

type Session = DataOf<'listSessions'>[number];

/** The devices on which the account is open, each with its end (R33.1). */
export function SessionsPanel() {
  const { t } = useText();
  const sessions = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => call('listSessions', { query: {} }, { signal }),
  });
  const end = useSend('endSessions', {
    invalidates: [queryKeys.sessions],
    onSuccess: () => toast.success(t('security.sessionEnded')),
  });
  const others = sessions.data?.filter(({ isOwn }) => !isOwn) ?? [];
  return (
    <Panel title={t('security.sessionsTitle')}>
      <p>{t('security.sessionsText')}</p>
      {sessions.data && (
        <ul className={styles.list} aria-label={t('security.sessionsTitle')}>
          {sessions.data.map((session) => (
            <Item
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate({ query: { id: session.id } })}
            />
          ))}
        </ul>
      )}
      {!sessions.data &&
        (sessions.error ? (
          <ErrorState text={errorSentence(sessions.error, t)} onRetry={() => void sessions.refetch()} />
        ) : (
          <Skeleton shape="box" />
        ))}
      {end.error && <FormError>{errorSentence(end.error, t)}</FormError>}
      {others.length > 1 && (
        <Row>
          <Button {...help('security')} variant="quiet" busy={end.isPending} onClick={() => end.mutate({ query: {} })}>
            {t('security.endOthers')}
          </Button>
        </Row>
      )}
    </Panel>
  );
}

function Item({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { t, format } = useText();
  const { device, signedInAt, lastUsedAt, isOwn } = session;
  const name = device === '' ? t('security.unknownDevice') : device;
  return (
    <li className={styles.item}>
      <Stack gap="tight">
        <Row>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {isOwn && <Badge tone="good">{t('security.thisDevice')}</Badge>}
        </Row>
        <span className={styles.soft}>{t('security.lastUsed', { date: format.dateTime(lastUsedAt) })}</span>
        <span className={styles.soft}>{t('security.signedInOn', { date: format.dateTime(signedInAt) })}</span>
      </Stack>
      {!isOwn && (
        <Button {...help('security')} variant="quiet" small disabled={busy} onClick={onEnd}>
          {t('security.endSession', { device: name })}
        </Button>
      )}
    </li>
  );
}

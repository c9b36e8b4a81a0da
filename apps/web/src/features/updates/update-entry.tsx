import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useSession } from '../../lib/session.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Picture } from '../files/picture.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import { toast } from '../../ui/toast.ts';
import type { Update } from './update.ts';
import styles from './update-log.module.css';

type Props = { update: Update; isOwner: boolean; onEdit: () => void; onShare?: (() => void) | undefined };

export function UpdateEntry({ update, isOwner, onEdit, onShare }: Props) {
  const { t, format } = useText();
  const { user } = useSession();
  const deletion = useDelete(update);
  const date = format.date(update.date);
  return (
    <article className={styles.update} aria-label={date}>
      {update.image && (
        <div className={styles.picture}>
          <Picture
            image={update.image}
            blur={update.imageBlur}
            alt={t('updates.pictureOf', { date })}
            sizes="(max-width: 600px) 100vw, 280px"
          />
        </div>
      )}
      <div className={styles.told}>
        <p className={styles.date}>
          <time dateTime={update.date}>{date}</time>
          {update.editedAt && format.joined(['', t('updates.edited', { date: format.date(update.editedAt) })])}
        </p>
        <p className={styles.words} dir="auto">
          {update.description}
        </p>
        {update.isHidden && (
          <Badge tone="warm" icon="flag">
            {t('report.hiddenHere')}
          </Badge>
        )}
        <div className={styles.buttons}>
          <EntryButtons date={date} onShare={onShare} {...(isOwner && { onEdit, onDelete: deletion.ask })} />
          {user && !isOwner && (
            <ReportButton things={[{ kind: 'update', proposalId: update.proposalId, id: update.id }]} />
          )}
        </div>
        {deletion.problem && <FormError>{deletion.problem}</FormError>}
      </div>
    </article>
  );
}

type Press = (() => void) | undefined;
type ButtonsProps = { date: string; onShare: Press; onEdit?: Press; onDelete?: Press };

function EntryButtons({ date, onShare, onEdit, onDelete }: ButtonsProps) {
  const { t } = useText();
  const buttons = [
    { action: 'share', icon: 'share', word: 'share.action', name: 'updates.share', onClick: onShare },
    { action: 'postUpdate', icon: 'edit', word: 'common.edit', name: 'updates.edit', onClick: onEdit },
    { action: 'postUpdate', icon: 'trash', word: 'common.delete', name: 'updates.delete', onClick: onDelete },
  ] as const;
  return buttons.map(
    ({ action, icon, word, name, onClick }) =>
      onClick && (
        <Button
          key={icon}
          {...help(action)}
          variant="plain"
          small
          icon={icon}
          aria-label={t(name, { date })}
          onClick={onClick}
        >
          {t(word)}
        </Button>
      ),
  );
}

function useDelete({ id, proposalId }: Update) {
  const { t } = useText();
  const confirm = useConfirm();
  const send = useSend('deleteUpdate', {
    invalidates: [queryKeys.updates(proposalId)],
    onSuccess: () => void toast.success(t('updates.deleted')),
    onError: (error) => void toast.error(errorSentence(error, t)),
  });
  const ask = async () => {
    const message = t('updates.deleteQuestion');
    const isSure = await confirm({ message, yes: t('common.delete'), danger: true });
    if (isSure) send.mutate({ query: { id } });
  };
  return { ask: () => void ask(), problem: send.error ? errorSentence(send.error, t) : null };
}

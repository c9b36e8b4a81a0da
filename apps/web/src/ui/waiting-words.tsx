import { type ReactNode, useEffect, useState } from 'react';
import { type KeptPicture, takeBack, type Waiting } from '../lib/outbox.ts';
import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { useConfirm } from './confirm.ts';
import { FormError } from './form-error.tsx';
import { Icon } from './icon.tsx';
import styles from './waiting-words.module.css';

type Props = {
  waiting: Waiting;
  /** Gets back what was written, which waits no longer. Without it, it can only be deleted. */
  onEdit?: ((waiting: Waiting) => void) | undefined;
  children: ReactNode;
};

/** Something written without a network, in the place where it will stand; or what the server said against it. */
export function WaitingWords({ waiting, onEdit, children }: Props) {
  const { t } = useText();
  const confirm = useConfirm();
  const reason = waiting.problem === 'too_old' ? t('offline.tooOld') : waiting.problem;
  const edit = async () => {
    const taken = await takeBack(waiting.id);
    if (taken) onEdit?.(taken);
  };
  const drop = async () => {
    const isSure = await confirm({
      message: t('offline.deleteQuestion'),
      yes: t('common.delete'),
      no: t('common.cancel'),
      danger: true,
    });
    if (isSure) await takeBack(waiting.id);
  };
  return (
    <article className={styles.waiting}>
      {waiting.picture && <KeptImage picture={waiting.picture} />}
      {children}
      {reason === undefined ? (
        <p className={styles.state} role="status">
          <Icon name="clock" size="small" />
          {t('offline.waiting')}
        </p>
      ) : (
        <FormError>{t('offline.notSent', { reason })}</FormError>
      )}
      <div className={styles.buttons}>
        {onEdit && (
          <Button variant="plain" small icon="edit" onClick={() => void edit()}>
            {t('common.edit')}
          </Button>
        )}
        <Button variant="plain" small icon="trash" onClick={() => void drop()}>
          {t('common.delete')}
        </Button>
      </div>
    </article>
  );
}

function KeptImage({ picture }: { picture: KeptPicture }) {
  const { t } = useText();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture.blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture.blob]);
  return url && <img className={styles.picture} src={url} alt={t('pictures.chosen')} />;
}

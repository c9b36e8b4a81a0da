import { type ReactNode, useEffect, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { type KeptPicture, lookAt, takeBack, type Waiting, wordsOf } from './waiting.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './waiting-words.module.css';

type Props = {
  waiting: Waiting;
  /** Gets back the words, which wait no longer. Without it, they can only be copied and deleted. */
  onEdit?: ((waiting: Waiting) => void) | undefined;
  /** The words stay on the device while they are changed, for {@link useHeld}. */
  isHeld?: boolean;
  /** Asked before the words are taken back for editing; false leaves them waiting. */
  mayEdit?: (() => Promise<boolean>) | undefined;
  children: ReactNode;
};

/** Words written without a network, in the place where they will stand, or the server's refusal of them. */
export function WaitingWords({ waiting, onEdit, isHeld = false, mayEdit, children }: Props) {
  const { t } = useText();
  const { isTaking, edit, drop } = useTaking({ waiting, onEdit, isHeld, mayEdit });
  const { problem, isTried } = waiting;
  return (
    <article className={styles.waiting}>
      {waiting.picture && <KeptImage picture={waiting.picture} />}
      {children}
      {problem === undefined ? (
        <p className={styles.state} role="status">
          <Icon name="clock" size="small" />
          {t(isTried ? 'offline.tried' : 'offline.waiting')}
        </p>
      ) : (
        <FormError>{t('offline.notSent', { reason: problem === 'too_old' ? t('offline.tooOld') : problem })}</FormError>
      )}
      <div className={styles.buttons}>
        {onEdit && (
          <Button
            {...help('waitingWords')}
            variant="plain"
            small
            icon="edit"
            busy={isTaking}
            onClick={() => void edit()}
          >
            {t('common.edit')}
          </Button>
        )}
        <CopyButton text={wordsOf(waiting)} />
        <Button
          {...help('waitingWords')}
          variant="plain"
          small
          icon="trash"
          busy={isTaking}
          onClick={() => void drop()}
        >
          {t('common.delete')}
        </Button>
      </div>
    </article>
  );
}

/** Edits and deletes waiting words. While they are on their way, both wait until their fate is known. */
function useTaking({ waiting, onEdit, isHeld, mayEdit }: Omit<Props, 'children'>) {
  const { t } = useText();
  const confirm = useConfirm();
  const [isTaking, setTaking] = useState(false);
  const take = async (way = takeBack) => {
    setTaking(true);
    const taken = await way(waiting.id).finally(() => setTaking(false));
    if (!taken) toast.info(t('offline.justSent'));
    return taken;
  };
  const mayHaveArrived = waiting.isTried && (waiting.problem ?? 'too_old') === 'too_old';
  const edit = async () => {
    if (mayEdit && !(await mayEdit())) return;
    const message = t('offline.changeTried');
    if (mayHaveArrived && !(await confirm({ message, yes: t('common.edit') }))) return;
    const taken = await take(isHeld ? lookAt : takeBack);
    if (taken) onEdit?.(taken);
  };
  const drop = async () => {
    const isSure = await confirm({
      message: t(mayHaveArrived ? 'offline.deleteTried' : 'offline.deleteQuestion'),
      yes: t('common.delete'),
      danger: true,
    });
    if (isSure) await take();
  };
  return { isTaking, edit, drop };
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

import { type ReactNode, useEffect, useState } from 'react';
import { demo } from '../lib/demo-mode.ts';
import { type KeptPicture, takeBack, type Waiting } from '../lib/outbox.ts';
import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { useConfirm } from './confirm.ts';
import { FormError } from './form-error.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast.ts';
import styles from './waiting-words.module.css';

type Props = {
  waiting: Waiting;
  /** Gets back what was written, which waits no longer. Without it, it can only be copied and deleted. */
  onEdit?: ((waiting: Waiting) => void) | undefined;
  /** Asked before it is taken back for editing. */
  mayEdit?: () => Promise<boolean>;
  children: ReactNode;
};

/** Something written without a network, in the place where it will stand; or what the server said against it. */
export function WaitingWords({ waiting, onEdit, mayEdit, children }: Props) {
  const { t } = useText();
  const { isTaking, edit, drop } = useTaking(waiting, onEdit, mayEdit);
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
            {...demo('waitingWords')}
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
          {...demo('waitingWords')}
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

/** While it is on its way, taking it back waits until its fate is known. */
function useTaking(waiting: Waiting, onEdit: Props['onEdit'], mayEdit: Props['mayEdit']) {
  const { t } = useText();
  const confirm = useConfirm();
  const [isTaking, setTaking] = useState(false);
  const take = async () => {
    setTaking(true);
    const taken = await takeBack(waiting.id).finally(() => setTaking(false));
    if (!taken) toast.info(t('offline.justSent'));
    return taken;
  };
  const mayHaveArrived = waiting.isTried && waiting.problem === undefined;
  const edit = async () => {
    if (mayEdit && !(await mayEdit())) return;
    const message = t('offline.changeTried');
    if (mayHaveArrived && !(await confirm({ message, yes: t('common.edit'), no: t('common.cancel') }))) return;
    const taken = await take();
    if (taken) onEdit?.(taken);
  };
  const drop = async () => {
    const isSure = await confirm({
      message: t(mayHaveArrived ? 'offline.deleteTried' : 'offline.deleteQuestion'),
      yes: t('common.delete'),
      no: t('common.cancel'),
      danger: true,
    });
    if (isSure) await take();
  };
  return { isTaking, edit, drop };
}

function wordsOf({ body }: Waiting): string {
  if ('text' in body) return body.text;
  return 'title' in body ? `${body.title}\n\n${body.description}` : body.description;
}

function CopyButton({ text }: { text: string }) {
  const { t } = useText();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => void toast.success(t('offline.copied')),
      () => void toast.error(t('offline.copyFailed')),
    );
  };
  return (
    <Button variant="plain" small onClick={copy}>
      {t('offline.copy')}
    </Button>
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

import type { PictureFolder } from '@sathi/domain/pictures.ts';
import { type DragEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import buttonStyles from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { FieldGroup } from '../../ui/field-group.tsx';
import { FieldNote } from '../../ui/field.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './picture-field.module.css';
import { Picture } from './picture.tsx';
import { usePictureUpload } from './use-picture-upload.ts';
import hiddenStyles from '../../ui/visually-hidden.module.css';

type Props = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  folder: PictureFolder;
  /** Storage key. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  shape?: 'wide' | 'round';
  required?: boolean;
  optional?: boolean;
  /** True while a picture is on its way: a form sent meanwhile would go without it. */
  onBusyChange?: (isBusy: boolean) => void;
  /** Takes the picture where there is no network, so that it waits; without this prop that is a failure. */
  onKept?: ((picture: Blob) => void) | undefined;
  /** A picture handed over before. */
  kept?: Blob | undefined;
  /** The beginning of the key: a proposal's id or a campaign's title. */
  name?: string;
};

/** Choosing, dropping or taking a picture, which is made smaller and sent at once. */
export function PictureField(props: Props) {
  const { label, hint, error, folder, value, onValueChange, shape = 'wide', required, optional, name } = props;
  const { t } = useText();
  const upload = usePictureUpload({ folder, name, onSent: onValueChange, onKept: props.onKept, kept: props.kept });
  const { chosen } = upload;
  const isBusy = chosen?.state === 'preparing' || chosen?.state === 'sending';
  useTold(isBusy, props.onBusyChange);
  const noteId = useId();
  const failure = chosen?.state === 'failed' ? errorSentence(chosen.error, t) : undefined;
  const problem = failure ?? error;
  const isFilled = isBusy || failure !== undefined || chosen?.state === 'kept' || value !== null;
  const clear = () => {
    upload.forget();
    if (!isBusy && failure === undefined) onValueChange(null);
  };
  return (
    <FieldGroup label={label} optional={optional}>
      <DropArea isWrong={problem !== undefined} onDrop={upload.choose}>
        <span className={classes(styles.frame, shape === 'round' && styles.round)}>
          <Preview value={value} chosen={chosen} />
        </span>
        <div className={styles.controls}>
          <Progress chosen={chosen} />
          <div className={styles.buttons}>
            {!isBusy && (
              <PictureChooser
                label={t(isFilled ? 'pictures.chooseAnother' : 'pictures.choose')}
                icon="image"
                describedBy={noteId}
                required={required}
                isWrong={problem !== undefined}
                onChoose={([picture]) => picture && upload.choose(picture)}
              />
            )}
            {failure !== undefined && (
              <Button variant="quiet" icon="refresh" onClick={upload.retry}>
                {t('common.tryAgain')}
              </Button>
            )}
            {isFilled && (
              <Button {...help('picture')} variant="plain" onClick={clear}>
                {t(isBusy ? 'common.cancel' : 'pictures.remove')}
              </Button>
            )}
          </div>
          {!isBusy && <p className={styles.drop}>{t('pictures.orDrop')}</p>}
        </div>
      </DropArea>
      <FieldNote id={noteId} hint={hint ?? t('pictures.hint')} error={problem} />
    </FieldGroup>
  );
}

function useTold(isBusy: boolean, tell: ((isBusy: boolean) => void) | undefined): void {
  useEffect(() => {
    tell?.(isBusy);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told on each change of the value, not of the listener
  }, [isBusy]);
}

type Chosen = ReturnType<typeof usePictureUpload>['chosen'];

function Preview({ value, chosen }: { value: string | null; chosen: Chosen }) {
  const { t } = useText();
  const isCurrent = chosen !== null && (chosen.state !== 'sent' || chosen.storageKey === value);
  if (isCurrent && chosen.previewUrl)
    return <img className={styles.preview} src={chosen.previewUrl} alt={t('pictures.chosen')} />;
  const empty = (
    <span className={styles.empty}>
      <Icon name="image" />
    </span>
  );
  return <Picture image={value} alt={t('pictures.chosen')} sizes="240px" fallback={empty} />;
}

function Progress({ chosen }: { chosen: Chosen }) {
  const { t } = useText();
  const isSending = chosen?.state === 'sending';
  return (
    <>
      <p role="status" className={chosen?.state === 'sent' ? hiddenStyles.hidden : undefined}>
        {chosen?.state === 'preparing' && t('pictures.preparing')}
        {isSending && t('pictures.sending')}
        {chosen?.state === 'kept' && t('offline.pictureKept')}
        {chosen?.state === 'sent' && t('pictures.sent')}
      </p>
      {isSending && (
        <progress className={styles.bar} aria-label={t('common.progress')} value={chosen.fraction} max={1} />
      )}
    </>
  );
}

type DropProps = { isWrong: boolean; onDrop: (picture: File) => void; children: ReactNode };

/** Dropping is a convenience for the mouse; the button beside it does the same for every person. */
function DropArea({ isWrong, onDrop, children }: DropProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onDrop(file);
  };
  return (
    <div
      className={classes(styles.area, isOver && styles.over, isWrong && styles.wrong)}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

/** The kinds that the server keeps. A phone hands over its photos as one of these, and offers its camera. */
const KINDS = 'image/jpeg,image/png,image/webp';

type ChooserProps = {
  label: string;
  icon: IconName;
  /** The id of the note below. */
  describedBy: string;
  multiple?: boolean;
  required?: boolean | undefined;
  isWrong?: boolean;
  /** Takes the chosen pictures: at least one, and more only with `multiple`. */
  onChoose: (pictures: File[]) => void;
};

/** Opens the choice of pictures that the device offers. */
export function PictureChooser({ label, icon, describedBy, multiple, required, isWrong, onChoose }: ChooserProps) {
  const id = useId();
  return (
    <span {...help('picture')} className={styles.chooser}>
      <input
        id={id}
        className={classes(hiddenStyles.hidden, styles.choose)}
        type="file"
        accept={KINDS}
        multiple={multiple}
        required={required}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        onChange={(event) => {
          const pictures = [...(event.target.files ?? [])];
          if (pictures.length > 0) onChoose(pictures);
          // The same file may be chosen again after it failed.
          event.target.value = '';
        }}
      />
      <label htmlFor={id} className={classes(buttonStyles.button, buttonStyles.quiet)}>
        <Icon name={icon} />
        {label}
      </label>
    </span>
  );
}

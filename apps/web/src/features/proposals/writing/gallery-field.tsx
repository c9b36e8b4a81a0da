import { ALT_LENGTH_MAX, GALLERY_COUNT_MAX } from '@sathi/domain/updates.ts';
import { useEffect, useId, useState } from 'react';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { useText } from '../../../lib/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { FieldNote } from '../../../ui/field.tsx';
import { LengthCounter } from '../../../ui/length-counter.tsx';
import { PictureChooser } from '../../files/picture-field.tsx';
import { Picture } from '../../files/picture.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { usePictureUpload } from '../../files/use-picture-upload.ts';
import type { GalleryPicture } from './gallery.ts';
import styles from './gallery-field.module.css';

type Props = {
  value: readonly GalleryPicture[];
  /** Takes a function, because several pictures may arrive at the same moment. */
  onValueChange: (change: (before: readonly GalleryPicture[]) => GalleryPicture[]) => void;
  onBusyChange: (isBusy: boolean) => void;
  /** The proposal's id, once it has one. */
  name?: string;
};

type Pending = { id: string; file: File };

/** The photo album of a proposal: any number of pictures up to ten, each with words for people who cannot see it. */
export function GalleryField({ value, onValueChange, onBusyChange, name }: Props) {
  const { t, format } = useText();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const isBusy = pending.length > 0;
  useEffect(() => {
    onBusyChange(isBusy);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told on each change of the value, not of the listener
  }, [isBusy]);
  const noteId = useId();
  const room = GALLERY_COUNT_MAX - value.length - pending.length;
  const leave = (gone: Pending) => setPending((before) => before.filter((each) => each.id !== gone.id));
  const choose = (files: readonly File[]) => {
    const chosen = files.slice(0, room).map((file) => ({ id: crypto.randomUUID(), file }));
    setPending((before) => [...before, ...chosen]);
  };
  return (
    <FieldGroup label={t('pictures.gallery')} optional>
      {value.length + pending.length > 0 && (
        <ul className={styles.list}>
          {value.map((picture, at) => (
            <li key={picture.image} className={styles.item}>
              <Chosen
                picture={picture}
                number={at + 1}
                onAltChange={(alt) =>
                  onValueChange((before) =>
                    before.map((each) => (each.image === picture.image ? { ...each, alt } : each)),
                  )
                }
                onRemove={() => onValueChange((before) => before.filter(({ image }) => image !== picture.image))}
              />
            </li>
          ))}
          {pending.map((each) => (
            <li key={each.id} className={styles.item}>
              <Arriving
                file={each.file}
                name={name}
                onSent={(image) => {
                  leave(each);
                  onValueChange((before) => [...before, { id: null, image, alt: '' }]);
                }}
                onCancel={() => leave(each)}
              />
            </li>
          ))}
        </ul>
      )}
      {room > 0 && (
        <PictureChooser label={t('pictures.galleryAdd')} icon="plus" describedBy={noteId} multiple onChoose={choose} />
      )}
      <FieldNote id={noteId} hint={t('pictures.galleryHint', { most: format.number(GALLERY_COUNT_MAX) })} />
    </FieldGroup>
  );
}

type ChosenProps = {
  picture: GalleryPicture;
  number: number;
  onAltChange: (alt: string) => void;
  onRemove: () => void;
};

function Chosen({ picture, number, onAltChange, onRemove }: ChosenProps) {
  const { t, format } = useText();
  const place = format.number(number);
  return (
    <>
      <span className={styles.frame}>
        <Picture image={picture.image} alt={picture.alt} sizes="240px" />
      </span>
      {picture.id === null && (
        <TextField
          label={t('pictures.galleryAlt', { number: place })}
          value={picture.alt}
          onValueChange={onAltChange}
          aside={<LengthCounter value={picture.alt} maxLength={ALT_LENGTH_MAX} />}
          optional
        />
      )}
      <Button variant="plain" small icon="trash" onClick={onRemove}>
        {t('pictures.galleryRemove', { number: place })}
      </Button>
    </>
  );
}

type ArrivingProps = {
  file: File;
  name: string | undefined;
  onSent: (image: string) => void;
  onCancel: () => void;
};

function Arriving({ file, name, onSent, onCancel }: ArrivingProps) {
  const { t } = useText();
  const { chosen, choose, retry } = usePictureUpload({ folder: 'proposalImages', name, onSent });
  useEffect(() => {
    choose(file);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each file
  }, [file]);
  const hasFailed = chosen?.state === 'failed';
  return (
    <>
      <span className={styles.frame}>
        {chosen?.previewUrl && <img className={styles.preview} src={chosen.previewUrl} alt="" />}
      </span>
      <p role={hasFailed ? 'alert' : 'status'} className={hasFailed ? styles.error : undefined}>
        {hasFailed ? errorSentence(chosen.error, t) : t('pictures.sending')}
      </p>
      {!hasFailed && (
        <progress className={styles.bar} aria-label={t('common.progress')} value={chosen?.fraction ?? 0} max={1} />
      )}
      {hasFailed && (
        <Button variant="quiet" small icon="refresh" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      )}
      <Button variant="plain" small onClick={onCancel}>
        {t(hasFailed ? 'pictures.remove' : 'common.cancel')}
      </Button>
    </>
  );
}

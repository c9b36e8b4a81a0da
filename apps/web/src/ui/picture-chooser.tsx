import { useId } from 'react';
import { demo } from '../lib/demo-mode.ts';
import buttonStyles from './button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './picture-chooser.module.css';
import hiddenStyles from './visually-hidden.module.css';

/** What the server keeps. A phone hands over its photos as one of these, and offers its camera. */
const KINDS = 'image/jpeg,image/png,image/webp';

type Props = {
  label: string;
  icon: IconName;
  /** The id of the note below. */
  describedBy: string;
  multiple?: boolean;
  required?: boolean | undefined;
  isWrong?: boolean;
  /** At least one; more only with `multiple`. */
  onChoose: (pictures: File[]) => void;
};

/** Opens the choice of pictures that the device offers. */
export function PictureChooser({ label, icon, describedBy, multiple, required, isWrong, onChoose }: Props) {
  const id = useId();
  return (
    <span {...demo('picture')} className={styles.chooser}>
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

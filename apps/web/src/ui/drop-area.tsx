import { type DragEvent, useId, useRef, useState } from 'react';
import type { HelpAction } from '../lib/help-mode.ts';
import { help } from '../lib/help-mode.ts';
import { Button } from './button.tsx';
import styles from './drop-area.module.css';

type Props = {
  hint: string;
  /** The words of the button. */
  label: string;
  action: HelpAction;
  isBusy: boolean;
  /** Its button is not the next one to press. */
  isQuiet?: boolean;
  onFile: (file: File) => void;
};

/** A file is dropped here, or chosen by the button. */
export function DropArea({ hint, label, action, isBusy, isQuiet = false, onFile }: Props) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !isBusy) onFile(file);
  };
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p id={hintId}>{hint}</p>
      <Button
        {...help(action)}
        icon="plus"
        variant={isQuiet ? 'quiet' : 'primary'}
        busy={isBusy}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

import { useState, useTransition } from 'react';
import { help } from '../lib/help-mode.ts';
import { errorSentence } from '../lib/error-sentence.ts';
import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';

type Props = {
  /** Fetches the file and keeps it. */
  download: () => Promise<void>;
  disabled?: boolean;
  children: string;
};

/** Keeps a file. An error stands beside the button. */
export function DownloadButton({ download, disabled = false, children }: Props) {
  const { t } = useText();
  const [isBusy, begin] = useTransition();
  const [error, setError] = useState<unknown>(null);
  const start = () =>
    begin(async () => {
      setError(null);
      await download().catch(setError);
    });
  return (
    <>
      <Button {...help('download')} variant="quiet" busy={isBusy} disabled={disabled} onClick={start}>
        {children}
      </Button>
      {error !== null && <FormError>{errorSentence(error, t)}</FormError>}
    </>
  );
}

import type { ApiError } from '../lib/api-error.ts';
import { demo } from '../lib/demo-mode.ts';
import { errorSentence } from '../lib/error-sentence.ts';
import { useText } from '../lib/text.tsx';
import { useTask } from '../lib/use-task.ts';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';

type Props = {
  /** Fetches the file and keeps it. */
  download: () => Promise<void>;
  disabled?: boolean;
  children: string;
};

/** Keeps a file. What went wrong stands beside the button. */
export function DownloadButton({ download, disabled = false, children }: Props) {
  const { t } = useText();
  const task = useTask<void, ApiError, void>({ run: download });
  return (
    <>
      <Button
        {...demo('download')}
        variant="quiet"
        busy={task.isPending}
        disabled={disabled}
        onClick={() => task.mutate()}
      >
        {children}
      </Button>
      {task.error && <FormError>{errorSentence(task.error, t)}</FormError>}
    </>
  );
}

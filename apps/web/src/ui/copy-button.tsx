import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

/** `about` names what is copied to a screen reader where several stand together; `label` says it to everybody. */
type Props = { text: string; about?: string; label?: string };

/** Copies words or a number for another app. */
export function CopyButton({ text, about, label }: Props) {
  const { t } = useText();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => void toast.success(t('common.copied')),
      () => void toast.error(t('common.copyFailed')),
    );
  };
  return (
    <Button
      variant={label === undefined ? 'plain' : 'quiet'}
      small
      {...(about !== undefined && { 'aria-label': `${t('common.copy')}: ${about}` })}
      onClick={copy}
    >
      {label ?? t('common.copy')}
    </Button>
  );
}

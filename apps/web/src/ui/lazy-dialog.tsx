import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useText } from '../lib/text.tsx';
import { toast } from './toast.ts';

type Closing = { onClose?: () => void };

/**
 * A dialog in a chunk of its own that opens from the frame, where no boundary of a page stands around it. When its file does not
 * come it says so and closes.
 */
export function lazyDialog<Props extends Closing>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return function LazyDialog(props: Props) {
    // The component is made at each opening, so that a file that did not come is asked for again.
    const [Dialog] = useState(() => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: NotCome }))));
    return (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    );
  };
}

/** Takes the place of a part of the frame that could not be shown. Loading the page anew helps where its build has gone. */
export function NotCome({ onClose }: Closing) {
  const { t } = useText();
  useEffect(() => {
    const action = { label: t('common.tryAgain'), run: () => location.reload() };
    toast.show({ text: t('common.errorText'), kind: 'error', action });
    onClose?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the part fails
  }, []);
  return null;
}

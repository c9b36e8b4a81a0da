import { useEffect } from 'react';
import { useText } from './text.tsx';

/** Names the browser tab. Pages rendered on the server bring their first title with them. */
export function usePageTitle(title: string): void {
  const { t } = useText();
  const product = t('common.productName');
  useEffect(() => {
    document.title = title === product ? product : `${title} · ${product}`;
  }, [title, product]);
}

import { useText } from '../lib/text.tsx';
import { Stack } from './page.tsx';
import { Skeleton } from './skeleton.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The places of figures, tables or forms that are on their way: panels below each other, without pictures. */
export function BoxSkeletons() {
  const { t } = useText();
  return (
    <div role="status">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      <Stack gap="loose">
        <Skeleton shape="box" />
        <Skeleton shape="box" />
        <Skeleton shape="box" />
      </Stack>
    </div>
  );
}

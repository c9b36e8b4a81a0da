import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { FreezeBanner } from './freeze-banner.tsx';

/** The freezes of the person signed in and of their proposals (R34.7). Nothing for most. */
export function OwnFreezes() {
  const { t } = useText();
  const own = useList('listOwnFreezes', queryKeys.ownFreezes, {});
  return own.rows?.map((freeze) => {
    const { id, mfiName: mfi, title } = freeze;
    const sentence = title === null ? t('freeze.you', { mfi }) : t('freeze.title', { mfi, title });
    return <FreezeBanner key={id} sentence={sentence} freeze={freeze} />;
  });
}

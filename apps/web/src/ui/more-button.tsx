import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { Row } from './page.tsx';

type Props = { list: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void } };

/** Fetches the next page of a list; nothing when there is none. */
export function MoreButton({ list }: Props) {
  const { t } = useText();
  if (!list.hasMore) return null;
  return (
    <Row>
      <Button variant="quiet" busy={list.isLoadingMore} onClick={list.loadMore}>
        {t('common.loadMore')}
      </Button>
    </Row>
  );
}

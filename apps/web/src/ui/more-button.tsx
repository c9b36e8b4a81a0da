import { errorSentence } from '../lib/error-sentence.ts';
import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';
import { Row } from './page.tsx';

type Props = { list: { hasMore: boolean; isLoadingMore: boolean; moreError: unknown; loadMore: () => void } };

/** Fetches the next page of a list, and says why it did not come; nothing when there is none. */
export function MoreButton({ list }: Props) {
  const { t } = useText();
  if (!list.hasMore) return null;
  return (
    <>
      {list.moreError !== null && !list.isLoadingMore && <FormError>{errorSentence(list.moreError, t)}</FormError>}
      <Row>
        <Button variant="quiet" busy={list.isLoadingMore} onClick={list.loadMore}>
          {t('common.loadMore')}
        </Button>
      </Row>
    </>
  );
}

import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** The note on the page of a new proposal that an institution has written one already; null without such an offer. */
export function OfferNote() {
  const { t } = useText();
  const [offer] = useList('listOffers', [...queryKeys.proposals, 'offers'], {}).rows ?? [];
  if (offer === undefined) return null;
  return (
    <Banner
      tone="info"
      action={
        <LinkButton small variant="quiet" href={paths.offers(offer.mfiName)}>
          {t('offers.read')}
        </LinkButton>
      }
    >
      {t('offers.by', { mfi: offer.mfiName })}
    </Banner>
  );
}

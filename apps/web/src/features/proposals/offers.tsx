import { useLocation } from 'wouter';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { localAmount as localSum } from '../../lib/local-amount.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { BoxSkeletons } from '../../ui/box-skeletons.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';

type Offer = DataOf<'listOffers'>[number];

/** Each draft to be read, and made one’s own or not (R31.5). */
export function Offers() {
  const { t } = useText();
  const mfiName = useMfiName();
  const { user } = useSession();
  const offers = useList('listOffers', [...queryKeys.proposals, 'offers'], {});
  if (offers.isError && !offers.rows) return <ErrorState onRetry={offers.retry} />;
  if (!offers.rows) return <BoxSkeletons />;
  if (offers.rows.length === 0)
    return (
      <EmptyState
        title={t('offers.none')}
        text={t('offers.noneText', { name: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() })}
        action={<LinkButton href={paths.profile(mfiName)}>{t('offers.profile')}</LinkButton>}
      />
    );
  return (
    <Stack>
      {offers.rows.map((offer) => (
        <OfferCard key={offer.id} offer={offer} />
      ))}
      <MoreButton list={offers} />
    </Stack>
  );
}

function OfferCard({ offer }: { offer: Offer }) {
  const { t, format } = useText();
  const { mfiName, title, description, amount, localAmount, monthsToRepay, startDate, place } = offer;
  const answer = useAnswer(offer);
  const sum = localAmount === null ? format.money(amount ?? 0) : localSum(localAmount, format);
  return (
    <Card as="article" padded>
      <Stack>
        <p>{t('offers.by', { mfi: mfiName })}</p>
        <h2 dir="auto">{title}</h2>
        <p dir="auto">{description}</p>
        <p>{t('offers.plan', { amount: sum, months: monthsToRepay, date: format.date(startDate) })}</p>
        {place !== null && <p dir="auto">{place}</p>}
        {answer.error && <FormError>{errorSentence(answer.error, t)}</FormError>}
        <Row>
          <Button {...help('addProposal')} icon="check" busy={answer.isBusy} onClick={answer.makeOwn}>
            {t('offers.take')}
          </Button>
          <Button {...help('declineOffer')} variant="quiet" busy={answer.isBusy} onClick={() => void answer.decline()}>
            {t('offers.decline')}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

function useAnswer({ id, mfiName }: Offer) {
  const { t } = useText();
  const confirm = useConfirm();
  const [, navigate] = useLocation();
  const send = useSend('answerOffer', {
    invalidates: [queryKeys.proposals],
    onSuccess: ({ proposalId }) => {
      toast.success(t(proposalId === null ? 'offers.declined' : 'offers.taken'));
      if (proposalId !== null) navigate(paths.proposal(mfiName, proposalId));
    },
  });
  return {
    isBusy: send.isPending,
    error: send.error,
    makeOwn: () => send.mutate({ body: { id, state: 'taken' } }),
    decline: async () => {
      const isSure = await confirm({ message: t('offers.declineQuestion'), yes: t('offers.decline') });
      if (isSure) send.mutate({ body: { id, state: 'declined' } });
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { shareAddresses } from '../../features/share/share-addresses.ts';
import { useOwnLink } from '../../features/share/use-own-link.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useBackingHindrance } from '../../lib/use-backing-hindrance.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Picture } from '../../features/files/picture.tsx';
import ShareProposal from '../proposal/share-proposal.tsx';
import styles from './published-page.module.css';

/** The page after publishing: the moment in which people tell their friends. */
export default function PublishedPage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const mfiName = useMfiName();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.proposal(id),
    queryFn: ({ signal }) => call('findProposal', { query: { id } }, { signal }),
  });
  return (
    <Page title={t('proposal.published')} width="narrow" lead={t('proposal.publishedLead', { mfi: mfiName })}>
      {data ? (
        <Telling proposal={data} />
      ) : error ? (
        <ErrorState text={errorSentence(error, t)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="box" />
      )}
    </Page>
  );
}

function Telling({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const [isSharing, setSharing] = useState(false);
  const { title, mfiName, id, user } = proposal;
  const left = format.money(proposal.remainingAmount);
  const why = useBackingHindrance(proposal);
  const values = { title, left, firstName: user.firstName, why: why ?? '', mfi: mfiName };
  const sentence = t('share.proposalSentence', values);
  const page = paths.proposal(mfiName, id);
  const { code } = useOwnLink({ kind: 'proposal', id });
  const shared = `${location.origin}${page}${code === null ? '' : `&by=${code}`}`;
  return (
    <Stack>
      <Card>
        {proposal.image !== null && (
          <span className={styles.picture}>
            <Picture image={proposal.image} blur={proposal.imageBlur} alt="" sizes="496px" isLead />
          </span>
        )}
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
      </Card>
      {why && <p>{t('proposal.notBackable', { why, mfi: mfiName })}</p>}
      <p>{t('proposal.publishedTell')}</p>
      <LinkButton icon="share" wide href={shareAddresses(shared, sentence).whatsApp}>
        {t('share.onWhatsApp')}
      </LinkButton>
      <Button {...help('share')} variant="quiet" wide onClick={() => setSharing(true)}>
        {t('share.otherWays')}
      </Button>
      <LinkButton variant="plain" wide href={page}>
        {t('proposal.seeIt')}
      </LinkButton>
      {isSharing && <ShareProposal proposal={proposal} onClose={() => setSharing(false)} />}
    </Stack>
  );
}

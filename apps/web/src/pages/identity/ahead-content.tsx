import { useQuery } from '@tanstack/react-query';
import { useOnward } from '../../features/identity/handover.ts';
import styles from '../../features/identity/identity.module.css';
import { HeroPicture } from '../../features/mfis/hero-picture.tsx';
import { ProposalPicture } from '../../features/proposals/proposal-picture.tsx';
import { ProposalProgress } from '../../features/proposals/proposal-progress.tsx';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Card, CardBody } from '../../ui/card.tsx';
import { Stack } from '../../ui/page.tsx';

/** The loan that a visitor came for; without one the institution, its drawing and its phone. */
export default function AheadContent() {
  const { returnTo = '' } = useOnward();
  const [path, query] = returnTo.split('?');
  const id = path === paths.proposal('', '').split('?')[0] ? new URLSearchParams(query).get('id') : null;
  const { data: proposal, isLoading } = useQuery({
    queryKey: queryKeys.proposal(id ?? ''),
    queryFn: ({ signal }) => call('findProposal', { query: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });
  if (isLoading) return null;
  return proposal ? <Loan proposal={proposal} /> : <Institution />;
}

function Loan({ proposal }: { proposal: DataOf<'findProposal'> }) {
  const { t } = useText();
  return (
    <Card>
      <ProposalPicture proposal={proposal} />
      <CardBody>
        <Stack gap="tight">
          <p className={styles.soft}>{t('identity.ahead.loan')}</p>
          <h2 dir="auto">{proposal.title}</h2>
          <p className={styles.soft}>{t('proposal.byThrough', { name: proposal.userName, mfi: proposal.mfiName })}</p>
          <ProposalProgress proposal={proposal} />
        </Stack>
      </CardBody>
    </Card>
  );
}

function Institution() {
  const { t } = useText();
  const { data: mfi } = useMfi();
  return (
    <Card>
      <HeroPicture />
      {mfi && (
        <CardBody>
          <Stack gap="tight">
            <h2>{t('identity.start.partnerTitle', { mfi: mfi.name })}</h2>
            <p className={styles.soft}>{t('identity.start.partnerText', { mfi: mfi.name })}</p>
            {mfi.phone && (
              <p>
                {t('identity.verify.helpCall', { mfi: mfi.name })}{' '}
                <a href={`tel:${mfi.phone.replace(/[^\d+]/g, '')}`}>
                  <bdi dir="ltr">{mfi.phone}</bdi>
                </a>
              </p>
            )}
          </Stack>
        </CardBody>
      )}
    </Card>
  );
}

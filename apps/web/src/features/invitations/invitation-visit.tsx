import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { call } from '../../lib/api.ts';
import { forgetInvitation, keepInvitation, keptInvitation } from '../../lib/kept-invitation.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './invitations.module.css';

/**
 * The arrival by an invitation link (R12.3). Its token moves from the address into the session of this tab, so that no
 * address that is copied carries it; a visitor reads who invites, and a person signed in accepts.
 */
export function InvitationVisit() {
  const token = useKeptToken();
  const { user } = useSession();
  if (token === null) return null;
  return user === null ? <InvitedBy token={token} /> : <Acceptance token={token} />;
}

function useKeptToken(): string | null {
  const [search, setSearch] = useSearchParams();
  const [token, setToken] = useState(keptInvitation);
  const arriving = search.get('invitation');
  useEffect(() => {
    if (arriving === null) return;
    if (arriving !== '') keepInvitation(arriving);
    setToken(keptInvitation());
    setSearch(
      (before) => {
        before.delete('invitation');
        return before;
      },
      { replace: true },
    );
  }, [arriving, setSearch]);
  return token;
}

function InvitedBy({ token }: { token: string }) {
  const { t } = useText();
  const [path] = useLocation();
  const { data } = useQuery({
    queryKey: queryKeys.invitation(token),
    queryFn: () => call('previewInvitation', { query: { token } }),
    retry: false,
  });
  if (!data) return null;
  const title = data.proposalId ? data.title : campaignName({ ...data, name: data.title }, t);
  const names = { name: data.inviterName, title };
  // A loan stands first at Home then (R12.3), a campaign does not.
  const ahead = data.campaignId === null ? null : { returnTo: paths.campaign(data.mfiName, data.campaignId) };
  const isRegistering = path.toLowerCase().startsWith(paths.register().toLowerCase());
  return (
    <div className={styles.visit}>
      <Banner
        tone="good"
        icon="mail"
        action={
          !isRegistering && (
            <LinkButton href={paths.register(data.mfiName)} state={ahead}>
              {t('invitations.visit.register')}
            </LinkButton>
          )
        }
      >
        {data.proposalId ? t('invitations.visit.proposal', names) : t('invitations.visit.campaign', names)}
      </Banner>
    </div>
  );
}

function Acceptance({ token }: { token: string }) {
  const { t } = useText();
  const client = useQueryClient();
  const accept = useSend('acceptInvitation', {
    onSuccess: () => {
      forgetInvitation();
      toast.success(t('invitations.visit.accepted'));
      void client.invalidateQueries({ queryKey: queryKeys.invitations });
    },
    onError: (error) => {
      // The token stays after other errors: without a connection the next page tries again.
      if (error.status !== 404 && error.status !== 409) return;
      forgetInvitation();
      toast.info(t('invitations.visit.over'));
    },
  });
  const { mutate } = accept;
  useEffect(() => {
    if (keptInvitation() === token) mutate({ body: { token } });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each token
  }, [token]);
  return null;
}

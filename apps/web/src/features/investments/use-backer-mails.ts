import { errorSentence } from '../../lib/error-sentence.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';

export type Backer = DataOf<'listBackers'>[number];

/**
 * Sends thanks, which are others once the loan is repaid, and invitations again. A mail does not come back, so each
 * press is asked about.
 */
export function useBackerMails(proposal: ProposalSummary) {
  const { t } = useText();
  const confirm = useConfirm();
  const yes = t('common.send');
  const options = {
    invalidates: [queryKeys.backers(proposal.id)],
    onSuccess: ({ results }: DataOf<'sendThankYouEmail'>) => {
      if (results.some(({ result }) => result === 'sent')) toast.success(t('invitations.sent'));
    },
  };
  const thankYou = useSend('sendThankYouEmail', options);
  const thanksAfterRepaid = useSend('sendThanksAfterRepaid', options);
  const invite = useSend('sendBackInvitations', options);
  const thanks = statusOf(proposal) === 'repaid' ? thanksAfterRepaid : thankYou;
  const error = thanks.error ?? invite.error;
  return {
    isPending: thanks.isPending || invite.isPending,
    problem: error && errorSentence(error, t),
    /** Thanks as many as one call takes; the next press thanks the rest. */
    thank: async (backers: readonly Backer[]) => {
      const sendToMail = backers.flatMap(({ email }) => email ?? []).slice(0, 50);
      if (await confirm({ message: t('invitations.thank.question', { count: sendToMail.length }), yes }))
        thanks.mutate({ body: { proposalId: proposal.id, sendToMail } });
    },
    resend: async ({ email }: Backer) => {
      if (email !== null && (await confirm({ message: t('invitations.resend.question', { address: email }), yes })))
        invite.mutate({ body: { proposalId: proposal.id, sendToMails: [email] } });
    },
  };
}

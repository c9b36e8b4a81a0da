import { INVITATION_NOTE_LENGTH_MAX } from '@sathi/domain/invitations.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Focused } from '../../ui/focused.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import { AddressList, useAddresses } from './address-list.tsx';
import { InviteResults, type MailResult } from './invite-results.tsx';

export type InviteTarget = { proposalId: string; title: string } | { campaignId: string; title: string };
type Props = { target: InviteTarget; onClose: () => void };

/** Asks people by e-mail to back a loan or to look at a campaign; the outcome for each address stays on the screen. */
export default function InviteDialog({ target, onClose }: Props) {
  const { t } = useText();
  const { values, set, forget, sent } = useInvitation(target);
  const { note } = values;
  const list = useAddresses(values, set);
  const { addresses, typed } = list;
  const isEmpty = addresses.length === 0 && typed.trim() === '';
  const [results, setResults] = useState<readonly MailResult[] | null>(null);
  const { send, isPending, error } = useInvite(target, (outcome) => {
    setResults(outcome);
    sent();
  });
  const isNoteTooLong = lengthInCodePoints(note) > INVITATION_NOTE_LENGTH_MAX;
  // The next invitation begins with the note that was sent.
  const inviteMore = () => {
    forget();
    setResults(null);
  };
  // An address that was typed and not yet added is meant to be invited as well.
  const invite = () => {
    const all = typed.trim() === '' ? addresses : list.add();
    if (all !== null) send(all, note);
  };
  return (
    <Dialog
      title={t('proposalId' in target ? 'invitations.invite.title' : 'invitations.invite.campaignTitle', {
        title: target.title,
      })}
      onClose={onClose}
      busy={isPending}
      footer={
        results ? (
          <>
            <Button variant="quiet" onClick={inviteMore}>
              {t('invitations.results.more')}
            </Button>
            <Button onClick={onClose}>{t('invitations.results.done')}</Button>
          </>
        ) : (
          <Button icon="mail" busy={isPending} disabled={isEmpty || isNoteTooLong} onClick={invite}>
            {t('invitations.invite.all', { count: addresses.length })}
          </Button>
        )
      }
    >
      {results ? (
        <Focused key="results" label={t('invitations.results.title')}>
          <InviteResults results={results} />
        </Focused>
      ) : (
        <Focused key="addresses">
          <Stack>
            <AddressList {...list} />
            <TextAreaField
              label={t('invitations.invite.note')}
              hint={t('proposalId' in target ? 'invitations.invite.noteHint' : 'invitations.invite.campaignNoteHint')}
              value={note}
              onValueChange={(words) => set({ note: words })}
              maxLength={INVITATION_NOTE_LENGTH_MAX}
              rows={3}
              optional
            />
            {error && <FormError>{errorSentence(error, t)}</FormError>}
          </Stack>
        </Focused>
      )}
    </Dialog>
  );
}

/**
 * The invitation as it is typed, kept until it is sent. The note that was sent is there again for those who are invited
 * right after, and for nobody later.
 */
function useInvitation(target: InviteTarget) {
  const [sentNote, setSentNote] = useState('');
  const name = 'proposalId' in target ? `invite.${target.proposalId}` : `campaign-invite.${target.campaignId}`;
  const { state, forget } = useKeptValues(name, { list: '', typed: '', note: sentNote });
  const [values, change] = state;
  const set = (changed: Partial<typeof values>) => change((before) => ({ ...before, ...changed }));
  const sent = () => {
    setSentNote(values.note);
    forget();
  };
  return { values, set, forget, sent };
}

/** The same dialog makes one of two calls. */
function useInvite(target: InviteTarget, onResults: (results: readonly MailResult[]) => void) {
  const { t } = useText();
  const onSuccess = ({ results }: { results: readonly MailResult[] }) => {
    onResults(results);
    if (results.some(({ result }) => result === 'sent')) toast.success(t('invitations.sent'));
  };
  const proposalId = 'proposalId' in target ? target.proposalId : '';
  const toProposal = useSend('sendBackInvitations', { invalidates: [queryKeys.backers(proposalId)], onSuccess });
  const toCampaign = useSend('sendCampaignInvite', { onSuccess });
  return {
    isPending: toProposal.isPending || toCampaign.isPending,
    error: toProposal.error ?? toCampaign.error,
    send: (addresses: readonly string[], note: string) => {
      const body = { sendToMails: [...addresses], ...(note.trim() && { note }) };
      if ('campaignId' in target) toCampaign.mutate({ body: { ...body, campaignId: target.campaignId } });
      else toProposal.mutate({ body: { ...body, proposalId } });
    },
  };
}

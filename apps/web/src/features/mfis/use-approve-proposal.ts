import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { decisionQuery, staleAfterDecision } from './decision-call.ts';
import type { DecisionSubject } from './decision-subject.ts';

type Approved = {
  /** The pictures were checked beside them already. */
  isChecked?: boolean;
  onDone?: () => void;
  /** It was approved, no longer waits for it, or was not wanted after all. */
  onEnd?: () => void;
};

/** Refusals of a proposal that no longer waits: its card may go, and a dialog with it. */
const GONE = ['already_approved', 'wrong_status', 'not_found'];

/**
 * Asks, then approves; with pictures only after they were checked (R14.3), and an album that cannot be read counts as
 * some. The second officer learns that it is done already (R2.2, specification section 8); `problem` says why it is not
 * done.
 */
export function useApproveProposal(
  { hasPicture, ...subject }: DecisionSubject & { hasPicture: boolean },
  { isChecked = false, onDone, onEnd }: Approved = {},
) {
  const text = useText();
  const { t } = text;
  const confirm = useConfirm();
  const client = useQueryClient();
  const stale = staleAfterDecision(subject);
  const send = useMoneySend('approveProposal', {
    invalidates: stale,
    onSuccess: () => {
      toast.success(t('mfi.approve.success'));
      onDone?.();
      onEnd?.();
    },
    onError: (error) => {
      for (const queryKey of stale) void client.invalidateQueries({ queryKey });
      if (!GONE.includes(error.code)) return;
      toast.info(error.code === 'already_approved' ? t('mfi.approve.already') : errorSentence(error, t));
      onEnd?.();
    },
  });
  const hasAlbum = () =>
    call('listGalleryImages', { query: { proposalId: subject.proposalId } }).then(
      (album) => album.length > 0,
      () => true,
    );
  const ask = async () => {
    const hasAny = hasPicture || (await hasAlbum());
    return confirm({
      title: subject.title,
      message: hasAny ? t('mfi.approve.pictureQuestion') : t('mfi.approve.question'),
      ...(hasAny && { checks: pictureChecks(text) }),
      yes: t('mfi.approve.yes'),
    });
  };
  const approve = async () => {
    if (isChecked || (await ask())) send.mutate({ query: decisionQuery(subject) });
    else onEnd?.();
  };
  const problem = send.error && send.error.code !== 'already_approved' ? errorSentence(send.error, t) : undefined;
  return { approve: () => void approve(), problem, isPending: send.isPending };
}

/** The statements that staff answer for when they approve pictures (R14.3). */
export function pictureChecks({ t }: Text): string[] {
  return [
    t('mfi.approve.borrowerAgrees'),
    t('mfi.approve.noChild'),
    t('mfi.approve.noPaper'),
    t('mfi.approve.noOther'),
  ];
}

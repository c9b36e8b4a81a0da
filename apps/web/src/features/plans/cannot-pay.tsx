import { lazy, Suspense, useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { useHeld } from '../waiting/use-held.ts';
import { useWaiting } from '../waiting/use-waiting.ts';
import { WaitingWords } from '../waiting/waiting-words.tsx';
import { type Hardship, type HardshipDraft, offerWords } from './hardship-words.ts';

const HardshipDialog = lazy(() => import('./hardship-dialog.tsx'));

/** “I cannot pay”: one button, or what was said and what came of it (R28.1). Words without a network wait here. */
export default function CannotPay({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useMoneyText();
  const [draft, setDraft] = useState<HardshipDraft | null>(null);
  const { held, hold, letGo, replace } = useHeld<'askHardship'>();
  const { rows } = useList('listHardships', queryKeys.hardships(proposal.id), { proposalId: proposal.id });
  const waiting = useWaiting('askHardship', proposal.id);
  const last = rows?.[0];
  const end = (withHeld: () => void) => {
    withHeld();
    setDraft(null);
  };
  if (!proposal.allowedActions.includes('cannotPay')) return null;
  return (
    <Stack gap="tight">
      {waiting.map((words) => (
        <WaitingWords key={words.id} waiting={words} isHeld onEdit={() => hold(words)}>
          <p>{t('hardship.yours')}</p>
          <p dir="auto">{words.body.note}</p>
        </WaitingWords>
      ))}
      {last?.state === 'open' && <Open proposal={proposal} hardship={last} onChange={() => setDraft(draftOf(last))} />}
      {last?.state === 'refused' && (
        <Banner tone="info" icon="info">
          <p>{t('hardship.refused', { mfi: proposal.mfiName })}</p>
          <p dir="auto">{last.answer}</p>
        </Banner>
      )}
      {last?.state === 'ended' && <p>{t('hardship.ended', { mfi: proposal.mfiName })}</p>}
      {last?.state !== 'open' && waiting.length === 0 && held === null && (
        <Row>
          <Button {...help('cannotPay')} variant="quiet" icon="hands" onClick={() => setDraft({})}>
            {t('hardship.button')}
          </Button>
        </Row>
      )}
      {(draft || held) && (
        <Suspense fallback={null}>
          <HardshipDialog
            proposal={proposal}
            draft={held?.body ?? draft ?? {}}
            onSent={() => end(replace)}
            onClose={() => end(letGo)}
          />
        </Suspense>
      )}
    </Stack>
  );
}

type OpenProps = { proposal: ProposalDetails; hardship: Hardship; onChange: () => void };

/** The office has it: nothing more is to be done, and it may be changed or taken back. */
function Open({ proposal: { id: proposalId, mfiName }, hardship, onChange }: OpenProps) {
  const text = useMoneyText();
  const { t, format } = text;
  const confirm = useConfirm();
  const send = useSend('takeBackHardship', {
    invalidates: [queryKeys.hardships(proposalId)],
    onSuccess: () => toast.success(t('hardship.takenBack')),
  });
  const takeBack = async () => {
    const isSure = await confirm({ message: t('hardship.takeBackQuestion'), yes: t('hardship.takeBackYes') });
    if (isSure) send.mutate({ query: { proposalId } });
  };
  return (
    <Banner tone="warm" icon="hands">
      <Stack gap="tight">
        <p>{t('hardship.told', { mfi: mfiName, date: format.date(hardship.askedAt) })}</p>
        <p>{offerWords(hardship, text)}</p>
        {hardship.note !== '' && <p dir="auto">{hardship.note}</p>}
        <Row>
          <Button {...help('cannotPay')} variant="quiet" icon="edit" onClick={onChange}>
            {t('hardship.change')}
          </Button>
          <Button {...help('cannotPay')} variant="quiet" busy={send.isPending} onClick={() => void takeBack()}>
            {t('hardship.takeBack')}
          </Button>
        </Row>
        {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      </Stack>
    </Banner>
  );
}

function draftOf({ reason, monthly, localMonthly, fromOn, note }: Hardship): HardshipDraft {
  return { reason, fromOn, note, ...(localMonthly ? { localMonthly } : { monthly }) };
}

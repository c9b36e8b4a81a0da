import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { toast } from '../../ui/toast.ts';
import styles from './office.module.css';
import type { Officer } from './queue-entry.ts';

type Props = {
  proposal: { proposalId: string; title: string; officerId: string | null };
  officers: readonly Officer[];
  mfiName: string;
};

/** The member of staff who looks after a proposal; chosen at once. */
export function OfficerSelect({ proposal: { proposalId, title, officerId }, officers, mfiName }: Props) {
  const { t } = useStaffText();
  const send = useSend('assignOfficer', {
    invalidates: [queryKeys.proposal(proposalId), queryKeys.mfiQueues(mfiName), queryKeys.mfiPortfolio(mfiName)],
    onSuccess: () => toast.success(t('mfi.officer.saved')),
    onError: (error) => {
      setGiven(null);
      toast.error(errorSentence(error, t));
    },
  });
  // A list that no longer has the proposal, or is on its way, still names the one before.
  const [given, setGiven] = useState<{ from: string | null; to: string | null } | null>(null);
  if (given !== null && given.to === officerId) setGiven(null);
  const chosen = given !== null && given.from === officerId ? given.to : officerId;
  return (
    <select
      {...help('assignOfficer')}
      className={styles.officer}
      data-print="never"
      aria-label={t('mfi.officer.of', { title })}
      value={chosen ?? ''}
      disabled={send.isPending}
      onChange={({ target: { value } }) => {
        const to = value === '' ? null : value;
        setGiven({ from: officerId, to });
        send.mutate({ query: { proposalId }, body: { officerId: to } });
      }}
    >
      <option value="">{t('mfi.officer.nobody')}</option>
      {officers.map(({ id, name }) => (
        <option key={id} value={id} dir="auto">
          {name}
        </option>
      ))}
    </select>
  );
}

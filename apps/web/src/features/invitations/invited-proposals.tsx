import { type ReactNode, useId } from 'react';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { CardGrid } from '../../ui/card.tsx';
import styles from './invitations.module.css';
import { useInvitations } from './use-invitations.ts';

/** What somebody asked this person to back, before everything else there is to back (R12.3). */
export default function InvitedProposals({ children }: { children: (proposal: ProposalSummary) => ReactNode }) {
  const { t, format } = useText();
  const headingId = useId();
  const { data } = useInvitations();
  if (!data || data.data.length === 0) return null;
  return (
    <section className={styles.invited} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {t('invitations.own.title')}
      </h2>
      <CardGrid label={t('invitations.own.title')}>
        {data.data.map(({ id, inviterName, note, proposal }) => (
          <div key={id}>
            <p className={styles.by}>{t('invitations.own.by', { name: format.isolate(inviterName) })}</p>
            {note && (
              <p className={styles.note} dir="auto">
                {note}
              </p>
            )}
            {children(proposal)}
          </div>
        ))}
      </CardGrid>
    </section>
  );
}

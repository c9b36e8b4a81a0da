import { type ReactNode, useId } from 'react';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import styles from './invitations.module.css';
import { useInvitations } from './use-invitations.ts';

/** `words` says who invited, and what they wrote. */
type Props = { children: (proposal: ProposalSummary, words: ReactNode) => ReactNode };

/** Loans that this person was invited to back, before all others (R12.3). */
export default function InvitedProposals({ children }: Props) {
  const { t } = useText();
  const headingId = useId();
  const { data } = useInvitations();
  if (!data || data.data.length === 0) return null;
  return (
    <section className={styles.invited} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {t('invitations.own.title')}
      </h2>
      <ul className={styles.loans}>
        {data.data.map(({ id, inviterName, note, proposal }) => (
          <li key={id}>
            {children(
              proposal,
              <p className={styles.by}>
                {t('invitations.own.by', { name: inviterName })}
                {note && (
                  <>
                    {': '}
                    <q dir="auto">{note}</q>
                  </>
                )}
              </p>,
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

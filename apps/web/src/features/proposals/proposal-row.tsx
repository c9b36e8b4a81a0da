import type { ReactNode } from 'react';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { ProposalLink } from './proposal-card.tsx';
import { ProposalThumb } from './proposal-picture.tsx';
import { progressSentence } from './proposal-progress.tsx';
import styles from './proposal-row.module.css';
import { useShortStory } from './use-story.ts';

type Props = {
  proposal: ProposalSummary;
  actions: ReactNode;
  /** The reason why it stands here, below its name. */
  children: ReactNode;
};

/** A proposal in one line on a wide screen; lower than its card, because it stands above a list of cards. */
export function ProposalRow({ proposal, actions, children }: Props) {
  const text = useText();
  const { lang } = useShortStory(proposal);
  return (
    <article className={styles.row}>
      <ProposalThumb proposal={proposal} small />
      <div className={styles.words}>
        <h3 className={styles.line} dir="auto" lang={lang}>
          <ProposalLink proposal={proposal} />
        </h3>
        {children}
        <p className={styles.line}>{progressSentence(proposal, text)}</p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </article>
  );
}

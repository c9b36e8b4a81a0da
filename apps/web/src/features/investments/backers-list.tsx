import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './backers-list.module.css';

type Backer = DataOf<'listBackers'>[number];
type Kind = 'invitedAndBacked' | 'backedOnly' | 'invitedOnly';

/** Colour, word and sign together: none of them alone tells how somebody came here. */
const KINDS: Record<Kind, { word: TextKey; tone: 'good' | 'accent' | 'neutral'; icon: IconName }> = {
  invitedAndBacked: { word: 'money.backers.invitedAndBacked', tone: 'good', icon: 'hands' },
  backedOnly: { word: 'money.backers.backedOnly', tone: 'accent', icon: 'check' },
  invitedOnly: { word: 'money.backers.invitedOnly', tone: 'neutral', icon: 'mail' },
};

/** Who put money behind this loan, one card a person (R6.5). */
export function BackersList({ proposal }: { proposal: ProposalSummary }) {
  const { t } = useText();
  const list = useList('listBackers', queryKeys.backers(proposal.id), { proposalId: proposal.id });
  return (
    <Panel title={t('money.backers.title')}>
      <Sum proposal={proposal} />
      {list.isError && !list.rows && <ErrorState onRetry={list.retry} />}
      {!list.rows && !list.isError && <Skeleton shape="box" />}
      {list.rows?.length === 0 && (
        <EmptyState icon="users" title={t('money.backers.empty')} text={t('money.backers.emptyText')} />
      )}
      {list.rows && list.rows.length > 0 && (
        <ul className={styles.list}>
          {list.rows.map((backer) => (
            <BackerCard key={`${backer.id}${backer.email}`} backer={backer} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Panel>
  );
}

function Sum({ proposal }: { proposal: ProposalSummary }) {
  const { t, format } = useText();
  const amount = proposal.fundedAmount || proposal.collectedAmount;
  if (proposal.backersCount === 0) return null;
  return (
    <p>
      {t('money.backers.sum', {
        amount: t('money.usd', { amount: format.money(amount) }),
        count: proposal.backersCount,
      })}
    </p>
  );
}

function BackerCard({ backer }: { backer: Backer }) {
  const { t, format } = useText();
  const kind = kindOf(backer);
  const { word, tone, icon } = KINDS[kind];
  return (
    <li className={classes(styles.backer, styles[kind])}>
      <Avatar name={backer.name || backer.email || '?'} image={backer.profileImage} />
      <div className={styles.who}>
        <p className={styles.name} dir="auto">
          {backer.name || backer.email}
        </p>
        {backer.email && backer.name && (
          <p className={styles.email} dir="ltr">
            {backer.email}
          </p>
        )}
        <Badge tone={tone} icon={icon}>
          {t(word)}
        </Badge>
        <p className={styles.date}>
          {backer.dateBacked
            ? t('money.backers.backedOn', { date: format.date(backer.dateBacked) })
            : backer.dateInvited && t('money.backers.invitedOn', { date: format.date(backer.dateInvited) })}
        </p>
      </div>
      {backer.dateBacked && <p className={styles.amount}>{format.money(backer.amount)}</p>}
    </li>
  );
}

function kindOf(backer: Backer): Kind {
  if (!backer.dateBacked) return 'invitedOnly';
  return backer.dateInvited ? 'invitedAndBacked' : 'backedOnly';
}

import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './backers-list.module.css';
import { type Backer, useBackerMails } from './use-backer-mails.ts';

type Looks = { word: TextKey; tone: 'good' | 'accent' | 'neutral'; icon: IconName; style: string | undefined };

/** Colour, word and sign together: none of them alone tells a backer's way here. */
const KINDS: Record<Backer['kind'], Looks> = {
  invited_and_backed: {
    word: 'money.backers.invitedAndBacked',
    tone: 'good',
    icon: 'hands',
    style: styles.invitedAndBacked,
  },
  backed_only: { word: 'money.backers.backedOnly', tone: 'accent', icon: 'check', style: styles.backedOnly },
  invited_only: { word: 'money.backers.invitedOnly', tone: 'neutral', icon: 'mail', style: styles.invitedOnly },
};

/** The backers of this loan, one card a person (R6.5), and the people whom the reader invited. */
export function BackersList({ proposal }: { proposal: ProposalSummary }) {
  const { t } = useText();
  const list = useList('listBackers', queryKeys.backers(proposal.id), { proposalId: proposal.id });
  const mails = useBackerMails(proposal);
  const thankable = (list.rows ?? []).filter(({ mayThank }) => mayThank);
  return (
    <Stack>
      <Sum proposal={proposal} />
      {thankable.length > 1 && (
        <Button
          {...help('thank')}
          variant="quiet"
          icon="heart"
          busy={mails.isPending}
          onClick={() => void mails.thank(thankable)}
        >
          {t('invitations.thank.all', { count: thankable.length })}
        </Button>
      )}
      {mails.problem && <FormError>{mails.problem}</FormError>}
      {list.isError && !list.rows && <ErrorState onRetry={list.retry} />}
      {!list.rows && !list.isError && <Skeleton shape="box" />}
      {list.rows?.length === 0 && (
        <EmptyState icon="users" title={t('money.backers.empty')} text={t('money.backers.emptyText')} />
      )}
      {list.rows && list.rows.length > 0 && (
        <ul className={styles.list}>
          {list.rows.map((backer, index) => (
            <BackerCard key={keyOf(backer, index)} backer={backer} mails={mails} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Stack>
  );
}

/** A card without an id goes by its place. */
function keyOf({ id, invitationId }: Backer, index: number): string {
  return id ?? (invitationId === null ? `somebody ${index}` : `invited ${invitationId}`);
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

type CardProps = { backer: Backer; mails: ReturnType<typeof useBackerMails> };

/** Thanks for a backer who may be thanked; a person who may be asked once more, or from when. */
function BackerCard({ backer, mails }: CardProps) {
  const { t, format } = useText();
  const { word, tone, icon, style } = KINDS[backer.kind];
  const isSomebody = backer.id === null && backer.invitationId === null;
  const name = isSomebody ? t('money.backers.somebody') : backer.name || backer.email;
  // The time is read once: a card does not change while it is looked at.
  const [openedAt] = useState(Date.now);
  const mayResend = backer.resendAt !== null && Date.parse(backer.resendAt) <= openedAt;
  return (
    <li className={classes(styles.backer, style)}>
      <Avatar name={name || '?'} image={backer.profileImage} />
      <div className={styles.who}>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        {backer.email && backer.name && (
          <p className={styles.email} dir="ltr">
            {backer.email}
          </p>
        )}
        {backer.isInstitution ? (
          <Badge tone="info" icon="bank">
            {t('money.backers.institution')}
          </Badge>
        ) : (
          <Badge tone={tone} icon={icon}>
            {t(word)}
          </Badge>
        )}
        {backer.anonymous && !isSomebody && <p className={styles.date}>{t('money.backers.anonymous')}</p>}
        <p className={styles.date}>
          {backer.dateBacked
            ? t('money.backers.backedOn', { date: format.date(backer.dateBacked) })
            : backer.dateInvited && t('money.backers.invitedOn', { date: format.date(backer.dateInvited) })}
        </p>
        {backer.awaited !== null && backer.awaited > 0 && (
          <p className={styles.date}>{t('money.backers.awaited', { amount: format.money(backer.awaited) })}</p>
        )}
        {backer.forgiven > 0 && (
          <p className={styles.date}>{t('money.backers.forgiven', { amount: format.money(backer.forgiven) })}</p>
        )}
        {backer.resendAt !== null && !mayResend && (
          <p className={styles.date}>{t('invitations.resend.from', { date: format.dateTime(backer.resendAt) })}</p>
        )}
        <CardButtons backer={backer} mails={mails} mayResend={mayResend} />
      </div>
      {backer.dateBacked && <p className={styles.amount}>{format.money(backer.amount)}</p>}
    </li>
  );
}

function CardButtons({ backer, mails, mayResend }: CardProps & { mayResend: boolean }) {
  const { t } = useText();
  const looks = { variant: 'plain', small: true, disabled: mails.isPending } as const;
  return (
    <>
      {mayResend && (
        <Button
          {...help('invite')}
          {...looks}
          icon="mail"
          aria-label={t('invitations.resend.now', { address: backer.email ?? '' })}
          onClick={() => void mails.resend(backer)}
        >
          {t('invitations.resend.word')}
        </Button>
      )}
      {backer.mayThank && (
        <Button
          {...help('thank')}
          {...looks}
          icon="heart"
          aria-label={t('invitations.thank.one', { name: backer.name })}
          onClick={() => void mails.thank([backer])}
        >
          {t('money.actions.thank')}
        </Button>
      )}
    </>
  );
}

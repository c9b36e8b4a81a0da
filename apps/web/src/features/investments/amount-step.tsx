import { type Cents, dollarsOf } from '@sathi/domain/money.ts';
import type { ReactNode } from 'react';
import { readAmount } from '../../lib/amount.ts';
import { useDeadlineDay } from '../../lib/deadline-day.ts';
import { leastPart } from '../../lib/least-part.ts';
import { type Text, useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListenButton } from '../../ui/listen-button.tsx';
import { Presets } from '../../ui/presets.tsx';
import styles from './invest-dialog.module.css';

/** The usual gift is small. */
const PRESET_DOLLARS = [5, 10, 25] as const;
/** A larger rest is not offered: it would be the widest button, and few mean it. */
const MOST_REST_DOLLARS = 100;

type Amount = { value: string; onValueChange: (typed: string) => void; error: string | undefined };

type Props = {
  formId: string;
  amount: Amount;
  anonymous: boolean;
  onAnonymousChange: (anonymous: boolean) => void;
  remainingCents: Cents;
  proposal: Pick<ProposalSummary, 'mfiName' | 'amount' | 'acceptPartial' | 'fundingDeadline'>;
  /** The sum left to pay. */
  paying: ReactNode;
  refusal: string | null;
  onSubmit: () => void;
};

export function AmountStep(props: Props) {
  const { formId, amount, anonymous, onAnonymousChange, remainingCents, proposal, paying, refusal, onSubmit } = props;
  const text = useText();
  const { t, format } = text;
  const remaining = format.money(dollarsOf(remainingCents));
  const dayOf = useDeadlineDay(proposal.mfiName, format);
  const ifNotFunded = ifNotFundedText(proposal, text, dayOf);
  const words = [t('money.invest.amount'), t('money.invest.upTo', { remaining }), ifNotFunded, t('money.invest.risk')];
  return (
    <Form id={formId} onSubmit={onSubmit} error={refusal ?? undefined}>
      <ListenButton text={words.join('\n')} />
      <AmountField
        label={t('money.invest.amount')}
        hint={<Left typed={amount.value} remainingCents={remainingCents} />}
        name="amount"
        {...amount}
      />
      <CommonAmounts amount={amount} remainingCents={remainingCents} />
      {paying}
      <CheckboxField
        label={t('money.invest.anonymous')}
        hint={t('money.invest.anonymousHint')}
        checked={anonymous}
        onCheckedChange={onAnonymousChange}
      />
      <ul className={styles.notes}>
        <Note icon="undo">{ifNotFunded}</Note>
        <Note icon="info">{t('money.invest.risk')}</Note>
      </ul>
    </Form>
  );
}

function ifNotFundedText(
  proposal: Props['proposal'],
  { t, format }: Text,
  dayOf: ReturnType<typeof useDeadlineDay>,
): string {
  const { acceptPartial, fundingDeadline } = proposal;
  if (fundingDeadline === null) return t('money.invest.ifNotFundedNoDate');
  const date = dayOf(fundingDeadline);
  if (!acceptPartial) return t('money.invest.ifNotFunded', { date });
  return t('proposal.inPart', { date, from: format.money(leastPart(proposal)) });
}

function CommonAmounts({ amount, remainingCents }: Pick<Props, 'amount' | 'remainingCents'>) {
  const { t, format } = useText();
  const rest = dollarsOf(remainingCents);
  const presets = PRESET_DOLLARS.filter((dollars) => dollars < rest);
  const chosen = readAmount(amount.value);
  return (
    <Presets
      label={t('money.invest.presets')}
      options={[
        ...presets.map((dollars) => ({ value: String(dollars), label: format.money(dollars) })),
        ...(rest <= MOST_REST_DOLLARS
          ? [{ value: String(rest), label: t('money.invest.rest', { amount: format.money(rest) }) }]
          : []),
      ]}
      chosen={chosen === null ? null : String(dollarsOf(chosen))}
      onChoose={amount.onValueChange}
    />
  );
}

/** The rest that this amount leaves, said while it is typed. */
function Left({ typed, remainingCents }: { typed: string; remainingCents: Cents }) {
  const { t, format } = useText();
  const amount = readAmount(typed);
  const left = amount === null ? remainingCents : remainingCents - amount;
  if (amount === null || amount === 0 || left < 0) {
    return <>{t('money.invest.upTo', { remaining: format.money(dollarsOf(remainingCents)) })}</>;
  }
  return (
    <span role="status">
      {left === 0 ? t('money.invest.completes') : t('money.invest.leaves', { left: format.money(left / 100) })}
    </span>
  );
}

function Note({ icon, children }: { icon: 'undo' | 'info'; children: string }) {
  return (
    <li className={styles.note}>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}

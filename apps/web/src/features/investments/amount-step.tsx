import { type Cents, dollarsOf } from '@sathi/domain/money.ts';
import { readAmount } from '../../lib/amount.ts';
import { useText } from '../../lib/text.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './invest-dialog.module.css';

const PRESET_DOLLARS = [10, 25, 50] as const;

type Props = {
  formId: string;
  typed: string;
  onType: (typed: string) => void;
  remainingCents: Cents;
  fundingDeadline: string | null;
  problem: string | undefined;
  refusal: string | undefined;
  onSubmit: () => void;
};

export function AmountStep(props: Props) {
  const { formId, typed, onType, remainingCents, fundingDeadline, problem, refusal, onSubmit } = props;
  const { t, format } = useText();
  const remaining = format.money(dollarsOf(remainingCents));
  return (
    <Form id={formId} onSubmit={onSubmit} error={refusal}>
      <AmountField
        label={t('money.invest.amount')}
        hint={<Left typed={typed} remainingCents={remainingCents} />}
        error={problem}
        name="amount"
        value={typed}
        onValueChange={onType}
      />
      <Presets typed={typed} onType={onType} remainingCents={remainingCents} />
      <ul className={styles.notes}>
        <Note icon="undo">
          {fundingDeadline
            ? t('money.invest.ifNotFunded', { remaining, date: format.date(fundingDeadline) })
            : t('money.invest.ifNotFundedNoDate')}
        </Note>
        <Note icon="info">{t('money.invest.risk')}</Note>
      </ul>
    </Form>
  );
}

function Presets({ typed, onType, remainingCents }: Pick<Props, 'typed' | 'onType' | 'remainingCents'>) {
  const { t, format } = useText();
  const rest = dollarsOf(remainingCents);
  const presets = PRESET_DOLLARS.filter((dollars) => dollars < rest);
  const chosen = readAmount(typed);
  return (
    <div className={styles.presets} role="group" aria-label={t('money.invest.presets')}>
      {[...presets, rest].map((dollars) => (
        <button
          key={dollars}
          type="button"
          className={styles.preset}
          aria-pressed={chosen !== null && dollarsOf(chosen) === dollars}
          onClick={() => onType(String(dollars))}
        >
          {dollars === rest ? t('money.invest.rest', { amount: format.money(rest) }) : format.money(dollars)}
        </button>
      ))}
    </div>
  );
}

/** What will still be missing after this amount, said while it is typed. */
function Left({ typed, remainingCents }: Pick<Props, 'typed' | 'remainingCents'>) {
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

import { type Cents, dollarsOf } from '@sathi/domain/money.ts';
import { useText } from '../../lib/text.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/page.tsx';

type Props = {
  formId: string;
  typed: string;
  onType: (typed: string) => void;
  maximumCents: Cents;
  instalmentCents: Cents | undefined;
  pendingAmount: number;
  problem: string | undefined;
  refusal: string | undefined;
  onSubmit: () => void;
};

export function RepayForm(props: Props) {
  const { formId, typed, onType, maximumCents, instalmentCents, pendingAmount, problem, refusal, onSubmit } = props;
  const { t, format } = useText();
  const maximum = dollarsOf(maximumCents);
  const instalment = instalmentCents === undefined ? 0 : dollarsOf(instalmentCents);
  return (
    <Form id={formId} onSubmit={onSubmit} error={refusal}>
      {pendingAmount > 0 && (
        <Banner tone="info" icon="clock">
          {t('money.waiting', { amount: format.money(pendingAmount) })}
        </Banner>
      )}
      <AmountField
        label={t('money.repay.amount')}
        hint={maximum > 0 ? t('money.repay.upTo', { maximum: format.money(maximum) }) : t('money.repay.nothingLeft')}
        error={problem}
        name="amount"
        disabled={maximum === 0}
        value={typed}
        onValueChange={onType}
      />
      {maximum > 0 && (
        <Row>
          {instalment > 0 && instalment < maximum && (
            <Button variant="quiet" small onClick={() => onType(String(instalment))}>
              {t('money.repay.instalment', { amount: format.money(instalment) })}
            </Button>
          )}
          <Button variant="quiet" small onClick={() => onType(String(maximum))}>
            {t('money.repay.everything', { amount: format.money(maximum) })}
          </Button>
        </Row>
      )}
      <p>{t('money.repay.explanation')}</p>
    </Form>
  );
}

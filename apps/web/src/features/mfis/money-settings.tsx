import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAmount, trimmedDecimal } from '../../lib/amount.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { LoanSettings } from './loan-settings.tsx';
import { LocalMoneySettings } from './local-money-settings.tsx';
import { PayInSettings } from './pay-in-settings.tsx';
import type { SettingsFormProps } from './settings-form.ts';

type Changed = Parameters<SettingsFormProps['onSave']>[0];
/** Settings that are saved together, and are told together why they were not. */
type Part = 'payoutStepUp' | 'fourEyes' | 'autoBook' | 'payIn' | 'local' | 'loans';

/** How an MFI handles money and loans, saved as soon as it is pressed. All its staff hear of it. */
export function MoneySettings({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const client = useQueryClient();
  const queryKey = queryKeys.moneySettings(mfiId);
  const settings = useQuery({ queryKey, queryFn: () => call('findMoneySettings', { query: { mfiId } }) });
  // A choice shows at once, and goes back when it could not be saved.
  const [chosen, setChosen] = useState<Changed>();
  const [sent, setSent] = useState<Part>();
  const send = useSend('changeMoneySettings', {
    onError: () => setChosen(undefined),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      setChosen(undefined);
      // Other pages read some of them from the institution.
      void client.invalidateQueries({ queryKey: queryKeys.allMfis });
      toast.success(t('mfi.money.saved'));
    },
  });
  const { data } = settings;
  const save = (part: Part, body: Changed) => {
    setChosen(body);
    setSent(part);
    send.mutate({ query: { mfiId }, body });
  };
  const saving = (part: Part) => {
    const refusal = sent === part ? send.error : null;
    const error = refusal && refusal.errors.length === 0 ? errorSentence(refusal, t) : undefined;
    return { busy: send.isPending, refusal, error, onSave: (body: Changed) => save(part, body) };
  };
  return (
    <Panel title={t('mfi.money.title')}>
      {data && (
        <>
          <CheckboxField
            label={t('mfi.money.payoutStepUp')}
            hint={t(data.isPayoutStepUpFixed ? 'mfi.money.payoutStepUpFixed' : 'mfi.money.payoutStepUpHint')}
            checked={chosen?.payoutStepUp ?? data.payoutStepUp}
            disabled={data.isPayoutStepUpFixed || send.isPending}
            error={saving('payoutStepUp').error}
            onCheckedChange={(payoutStepUp) => save('payoutStepUp', { payoutStepUp })}
          />
          <FourEyes key={data.fourEyesFrom} settings={data} {...saving('fourEyes')} />
          <CheckboxField
            label={t('mfi.money.autoBook')}
            hint={t('mfi.money.autoBookHint')}
            checked={chosen?.autoBook ?? data.autoBook}
            disabled={send.isPending}
            error={saving('autoBook').error}
            onCheckedChange={(autoBook) => save('autoBook', { autoBook })}
          />
          <PayInSettings
            key={JSON.stringify([data.payDays, data.lapseGraceDays, data.unpaidLimit])}
            settings={data}
            {...saving('payIn')}
          />
          <LocalMoneySettings
            key={JSON.stringify([data.localMoney, data.localCurrency, data.localUnit])}
            settings={data}
            {...saving('local')}
          />
          <LoanSettings settings={data} {...saving('loans')} />
        </>
      )}
      {!data && (settings.isError ? <ErrorState onRetry={() => void settings.refetch()} /> : <Skeleton shape="box" />)}
    </Panel>
  );
}

/** The amount from which two people decide; empty for never (R2.6). */
function FourEyes({ settings, busy, refusal, error, onSave }: SettingsFormProps) {
  const { t } = useStaffText();
  const from = settings.fourEyesFrom;
  const form = useForm(
    useState({ fourEyesFrom: from === null ? '' : String(from) }),
    ({ fourEyesFrom }) => ({
      fourEyesFrom: fourEyesFrom.trim() !== '' && readAmount(fourEyesFrom) === null && t('money.amountMalformed'),
    }),
    refusal,
  );
  const typed = form.values.fourEyesFrom;
  const submit = () =>
    form.attempt(() => onSave({ fourEyesFrom: typed.trim() === '' ? null : Number(trimmedDecimal(typed)) }));
  return (
    <Form onSubmit={submit} busy={busy} error={error}>
      <AmountField
        {...form.field('fourEyesFrom')}
        label={t('mfi.money.fourEyes')}
        hint={t('mfi.money.fourEyesHint')}
        optional
      />
      <Row>
        <Button {...help('moneySettings')} variant="quiet" type="submit" busy={busy}>
          {t('mfi.money.fourEyesSave')}
        </Button>
      </Row>
    </Form>
  );
}

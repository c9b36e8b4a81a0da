import { type ReactNode, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { GiveDialog } from './give-dialog.tsx';
import { RelendDialog } from './relend-dialog.tsx';
import type { HeldCredit } from './use-campaign-options.ts';

type Props = {
  credit: HeldCredit;
  /** The way to have it paid out, which stands between the others. */
  payOut: ReactNode;
};

/** Credit is lent again by a rule of its owner, or given away (R25.7, R25.8). */
export function CreditActions({ credit, payOut }: Props) {
  const { t, format } = useMoneyText();
  const [open, setOpen] = useState<'relend' | 'give' | null>(null);
  const rules = useList('listRelendRules', queryKeys.relendRules, {});
  const { mfiId, mfiName: mfi, amount } = credit;
  const rule = rules.rows?.find((one) => one.mfiId === mfiId);
  const close = () => setOpen(null);
  return (
    <Stack gap="tight">
      {rule?.on && <p>{t('credit.relendOn', { amount: format.money(rule.perLoan) })}</p>}
      <Row>
        {rules.rows && (
          <Button
            {...help('credit')}
            variant="quiet"
            icon="seedling"
            aria-label={t('credit.relendAt', { mfi })}
            onClick={() => setOpen('relend')}
          >
            {t('credit.relend')}
          </Button>
        )}
        {payOut}
        {amount > 0 && (
          <Button
            {...help('credit')}
            variant="quiet"
            icon="heart"
            aria-label={t('credit.giveAt', { mfi })}
            onClick={() => setOpen('give')}
          >
            {t('credit.give')}
          </Button>
        )}
      </Row>
      {open === 'relend' && <RelendDialog credit={credit} rules={rules.rows ?? []} onClose={close} />}
      {open === 'give' && <GiveDialog credit={credit} onClose={close} />}
    </Stack>
  );
}

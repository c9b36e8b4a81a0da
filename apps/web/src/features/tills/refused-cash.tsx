import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { type KeptCash, keepCash, type KeptRound } from '../../lib/kept-cash.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isRefused, reasonOf } from './round-facts.ts';

type Props = { round: KeptRound; onAgain: (cash: KeptCash) => void };

/** Cash that the office refused: it is in the hand, and is entered anew or handed back (R22.5). */
export function RefusedCash({ round, onAgain }: Props) {
  const { t, format } = useStaffText();
  const [returning, setReturning] = useState<KeptCash | null>(null);
  const refused = round.cash.filter(isRefused);
  if (refused.length === 0) return null;
  return (
    <Panel title={t('round.refused')}>
      {refused.map((cash) => {
        const sum = localAmount({ amount: cash.amount, currency: round.currency }, format);
        const title = t('round.refusedOne', {
          number: cash.number,
          name: format.isolate(cash.name || cash.reference),
          sum,
        });
        return (
          <article key={cash.clientId} aria-label={title}>
            <Stack gap="tight">
              <strong>{title}</strong>
              <FormError>{t(reasonOf(String(cash.result)))}</FormError>
              <Row>
                <Button {...help('till')} small variant="quiet" icon="edit" onClick={() => onAgain(cash)}>
                  {t('round.again')}
                </Button>
                <Button {...help('till')} small variant="quiet" icon="undo" onClick={() => setReturning(cash)}>
                  {t('round.handBack')}
                </Button>
              </Row>
            </Stack>
          </article>
        );
      })}
      {returning && <ReturnDialog round={round} cash={returning} onClose={() => setReturning(null)} />}
    </Panel>
  );
}

type ReturnProps = { round: KeptRound; cash: KeptCash; onClose: () => void };

function ReturnDialog({ round, cash, onClose }: ReturnProps) {
  const { t } = useStaffText();
  const [isLost, setLost] = useState(false);
  const form = useForm(useState({ signedBy: cash.name }), ({ signedBy }) => ({
    signedBy: signedBy.trim() === '' && t('common.required'),
  }));
  const note = () =>
    form.attempt(() => {
      const signedBy = form.values.signedBy.trim();
      keepCash(round.tillId, [{ ...cash, signedBy, result: null }]).then(onClose, () => setLost(true));
    });
  return (
    <FormDialog
      title={t('round.handBack')}
      onClose={onClose}
      onSubmit={note}
      busy={false}
      error={isLost ? t('round.notKept') : undefined}
      submit={{ ...help('till'), children: t('round.handedBack') }}
    >
      <p>{t('round.handBackLead')}</p>
      <TextField {...form.field('signedBy')} label={t('round.signedBy')} autoComplete="off" />
    </FormDialog>
  );
}

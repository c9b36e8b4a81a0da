import { instructionLines } from '@sathi/domain/money-accounts.ts';
import { formatReference, referenceOf } from '@sathi/domain/references.ts';
import { help } from '../../lib/help-mode.ts';
import { type StaffText, useStaffText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import type { Account } from './account-draft.ts';
import type { AccountActs } from './use-account-acts.ts';

type Props = { account: Account; acts: AccountActs; onChange: () => void };

/** An account as payers see it, with what waits for a second person. */
export function AccountCard({ account, acts, onChange }: Props) {
  const text = useStaffText();
  const { t, format } = text;
  const { label, state, forPayIn, enteredByName, endsAt, mayConfirm } = account;
  return (
    <Card as="article" padded>
      <Stack gap="tight">
        <h3 dir="auto">{label}</h3>
        <Row>
          <Uses account={account} />
        </Row>
        {enteredByName !== null && endsAt !== null && (
          <Banner tone="warm" icon="clock" isAnnounced={false}>
            {t('accounts.waits', { name: enteredByName, date: format.date(endsAt) })}
          </Banner>
        )}
        <ReviewList rows={factsOf(account, text)} />
        <Example account={account} />
        <Row>
          {mayConfirm && (
            <Button {...help('moneyAccount')} small busy={acts.busy} onClick={() => acts.confirm(account)}>
              {t('accounts.confirm')}
            </Button>
          )}
          <Button {...help('moneyAccount')} small variant="quiet" icon="edit" onClick={onChange}>
            {t('accounts.change')}
          </Button>
          {state === 'approved' && forPayIn && (
            <Button {...help('moneyAccount')} small variant="quiet" busy={acts.busy} onClick={() => acts.stop(account)}>
              {t('accounts.stop')}
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  );
}

function Uses({ account: { kind, forPayIn, forPayOut, state } }: { account: Account }) {
  const { t } = useStaffText();
  if (state === 'entered' || kind === 'till') return null;
  return (
    <>
      {forPayIn && <Badge tone="good">{t('accounts.forPayIn')}</Badge>}
      {forPayOut && <Badge tone="info">{t('accounts.forPayOut')}</Badge>}
      {!forPayIn && !forPayOut && <Badge>{t('accounts.notUsed')}</Badge>}
    </>
  );
}

const PARTS = ['holder', 'number', 'bankName', 'bic', 'upiId', 'qrText'] as const;

/** The parts in force, each with what it becomes once a change is confirmed. */
function factsOf(account: Account, { t, format }: Pick<StaffText, 't' | 'format'>) {
  const { kind, currency, waiting } = account;
  const shown = PARTS.filter((part) => account[part] !== '' || waiting?.[part] !== undefined);
  const word = (is: boolean) => t(is ? 'accounts.yes' : 'accounts.no');
  const facts = shown.map((part) => ({
    label: t(`accounts.${part}`),
    value: <Becoming before={account[part]} after={waiting?.[part]} />,
  }));
  const uses = (['forPayIn', 'forPayOut'] as const).flatMap((part) => {
    const after = waiting?.[part];
    return after === undefined
      ? []
      : [{ label: t(`accounts.${part}`), value: <Becoming before={word(account[part])} after={word(after)} /> }];
  });
  const nature = { label: t('accounts.kind'), value: format.joined([t(`accounts.kind.${kind}`), currency]) };
  return [nature, ...facts, ...uses];
}

function Becoming({ before, after }: { before: string; after: string | undefined }) {
  const { t } = useStaffText();
  if (after === undefined) return <bdi>{before}</bdi>;
  const said = (text: string) => (text === '' ? t('accounts.empty') : text);
  return <strong>{t('accounts.becomes', { before: said(before), after: said(after) })}</strong>;
}

/** The words for payers with invented facts: now, or once the change is confirmed. */
function Example({ account: { instructions, waiting, currency } }: { account: Account }) {
  const { t, format, locale } = useStaffText();
  const facts = {
    reference: formatReference(referenceOf('person', 4217)),
    amount: `${currency} 25.00`,
    payBy: format.date('2026-12-01'),
  };
  const lines = instructionLines(waiting?.instructions ?? instructions, locale, facts);
  if (lines.length === 0) return null;
  return (
    <div>
      <p>
        <strong>{t('accounts.instructions')}</strong> ({t('accounts.example')})
      </p>
      {lines.map((line, index) => (
        <p key={index} dir="auto">
          {line}
        </p>
      ))}
    </div>
  );
}

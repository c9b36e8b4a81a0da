import {
  type ActionToken,
  type ChainAction,
  type SampleProposalId,
  tokenPair,
} from '@sathi/domain/chain-operations.ts';
import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { type StaffText, useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ACTIONS, type Assets, mostUnits } from './actions.ts';
import styles from './chain.module.css';
import { RewardPreview } from './reward-preview.tsx';
import { readTokens, tokenAmount, typedTokens } from './token-amount.ts';
import { useAction } from './use-action.ts';

type Props = {
  action: ChainAction;
  /** The person's assets on the chain; null when it has never been read. */
  assets: Assets | null;
  /** Whether a transaction is under way. */
  isBusy: boolean;
  /** The sample that is chosen, for actions about one. */
  proposalId: SampleProposalId;
  onProposal: (id: SampleProposalId) => void;
  samples: Assets['proposals'];
  onStarted: (operationId: string) => void;
};

/** One of the seven sections: the token, the amount, and the reward before the press. */
export function ActionForm({ action, assets, isBusy, proposalId, onProposal, samples, onStarted }: Props) {
  const text = useStaffText();
  const { t } = text;
  const looks = ACTIONS[action];
  const [token, setToken] = useState<ActionToken>(looks.tokens[0]);
  const [typed, setTyped] = useState('');
  const sending = useAction(action, (operationId) => {
    setTyped('');
    onStarted(operationId);
  });
  const sample = looks.hasProposal ? samples.find(({ id }) => id === proposalId) : undefined;
  const most = mostUnits(action, token, assets, sample);
  const units = readTokens(typed);
  const problem = problemOf({ action, typed, units, most, token }, text);
  const isEmpty = units === null || units <= 0n;
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      if (sending.error !== null) sending.reset();
    };
  };
  const submit = () => {
    if (isEmpty || isBusy || problem !== undefined) return;
    sending.send({ token, units, proposalId: looks.hasProposal ? proposalId : null });
  };
  return (
    <Panel title={t(looks.title)}>
      <p className={styles.note}>{t(looks.text)}</p>
      <Form
        label={t(looks.title)}
        onSubmit={submit}
        busy={sending.isPending}
        error={sending.error ? errorSentence(sending.error, t) : undefined}
      >
        {looks.hasProposal && <SampleField value={proposalId} onValueChange={change(onProposal)} samples={samples} />}
        <AmountFields
          action={action}
          token={token}
          onToken={change(setToken)}
          typed={typed}
          onType={change(setTyped)}
          most={most}
          problem={problem}
        />
        {!isEmpty && problem === undefined && (
          <RewardPreview action={action} units={units} token={tokenPair(token).asset} sample={sample} />
        )}
        {isBusy && !isEmpty && <p className={styles.note}>{t('chain.amount.busy')}</p>}
        <Button
          {...help('chain')}
          type="submit"
          wide
          className={styles.submit}
          busy={sending.isPending}
          disabled={isEmpty || isBusy}
        >
          {isEmpty ? t(looks.title) : t(looks.submit, { amount: tokenAmount(units, token, text) })}
        </Button>
      </Form>
    </Panel>
  );
}

type SampleProps = {
  value: SampleProposalId;
  onValueChange: (id: SampleProposalId) => void;
  samples: Assets['proposals'];
};

function SampleField({ value, onValueChange, samples }: SampleProps) {
  const { t } = useStaffText();
  return (
    <SelectField
      label={t('chain.amount.proposal')}
      value={value}
      onValueChange={(id) => onValueChange(id as SampleProposalId)}
      options={samples.map(({ id, title }) => ({
        value: id,
        label: t('chain.samples.option', { id: Number(id), title }),
      }))}
    />
  );
}

type AmountProps = {
  action: ChainAction;
  token: ActionToken;
  onToken: (token: ActionToken) => void;
  typed: string;
  onType: (typed: string) => void;
  /** Null while it is unknown. */
  most: bigint | null;
  problem: string | undefined;
};

/** How much of which token, and all of it by one press. */
function AmountFields({ action, token, onToken, typed, onType, most, problem }: AmountProps) {
  const text = useStaffText();
  const { t } = text;
  return (
    <>
      <div className={styles.amount}>
        <TextField
          label={t('chain.amount.amount')}
          hint={most === 0n ? noneLeft(action, token, text) : undefined}
          error={problem}
          name={`${action}-amount`}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={typed}
          onValueChange={onType}
        />
        <SelectField
          label={t('chain.amount.token')}
          value={token}
          onValueChange={(value) => onToken(value as ActionToken)}
          options={ACTIONS[action].tokens.map((value) => ({ value, label: value }))}
        />
      </div>
      {most !== null && most > 0n && (
        <Button variant="plain" small className={styles.all} onClick={() => onType(typedTokens(most))}>
          {t('chain.amount.allOf', { amount: tokenAmount(most, token, text) })}
        </Button>
      )}
    </>
  );
}

type Amount = { action: ChainAction; typed: string; units: bigint | null; most: bigint | null; token: ActionToken };

/**
 * The problem of the amount, said while it is typed. An empty box has none: it only leaves the button without effect.
 */
function problemOf({ action, typed, units, most, token }: Amount, text: StaffText): string | undefined {
  if (typed.trim() === '') return undefined;
  if (units === null) return text.t('chain.amount.malformed');
  if (most === 0n && units > 0n) return noneLeft(action, token, text);
  if (most !== null && units > most) return text.t('chain.amount.above', { amount: tokenAmount(most, token, text) });
  return undefined;
}

/** The faucet gives anew a day later; elsewhere there is simply nothing of this token. */
function noneLeft(action: ChainAction, token: ActionToken, text: StaffText): string {
  if (action === 'faucet') return text.t('chain.amount.faucetEmpty', { token });
  return text.t('chain.amount.upTo', { amount: tokenAmount(0n, token, text) });
}

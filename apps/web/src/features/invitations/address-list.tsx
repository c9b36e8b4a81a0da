import { isEmail, normalizeEmail } from '@sathi/domain/accounts.ts';
import { splitAddresses } from '@sathi/domain/invitations.ts';
import { useState } from 'react';
import { useText } from '../../lib/text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import styles from './invitations.module.css';

const ADDRESSES_MAX = 50;

type Props = { addresses: readonly string[]; onChange: (addresses: readonly string[]) => void };

/** Collects addresses: typed one by one, or several pasted at once. */
export function AddressList({ addresses, onChange }: Props) {
  const { t, format } = useText();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const heir = useFocusHeir<HTMLDivElement>(addresses.length);
  const add = () => {
    const entries = splitAddresses(typed).map(normalizeEmail);
    const wrong = entries.filter((entry) => !isEmail(entry));
    const all = [...new Set([...addresses, ...entries.filter(isEmail)])];
    if (entries.length === 0) return setProblem(t('invitations.invite.required'));
    if (all.length > ADDRESSES_MAX) {
      return setProblem(t('invitations.invite.tooMany', { most: format.number(ADDRESSES_MAX) }));
    }
    onChange(all);
    // Right addresses are in the list; wrong ones stay to be corrected.
    setTyped(wrong.join(' '));
    if (wrong.length === 0) return setProblem(undefined);
    if (entries.length === 1) return setProblem(t('invitations.invite.wrongFormat'));
    return setProblem(t('invitations.invite.wrongFormatOf', { entries: wrong.join(' ') }));
  };
  return (
    <div ref={heir} tabIndex={-1} role="group" aria-label={t('invitations.invite.list')}>
      <form
        className={styles.adding}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div className={styles.address}>
          <TextField
            label={t('invitations.invite.email')}
            hint={t('invitations.invite.hint')}
            error={problem}
            inputMode="email"
            dir="ltr"
            name="email"
            autoComplete="off"
            value={typed}
            onValueChange={(value) => {
              setTyped(value);
              setProblem(undefined);
            }}
          />
        </div>
        <IconButton type="submit" icon="plus" name={t('invitations.invite.add')} className={styles.add} />
      </form>
      {addresses.length > 0 && (
        <ul className={styles.addresses} aria-label={t('invitations.invite.list')}>
          {addresses.map((address) => (
            <li key={address} className={styles.entry}>
              <bdi className={styles.text} dir="ltr">
                {address}
              </bdi>
              <IconButton
                icon="close"
                name={t('invitations.invite.remove', { address })}
                onClick={() => onChange(addresses.filter((other) => other !== address))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

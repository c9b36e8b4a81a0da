import { isEmail, normalizeEmail } from '@sathi/domain/accounts.ts';
import { MAILS_PER_CALL_MAX, splitAddresses } from '@sathi/domain/invitations.ts';
import { useState } from 'react';
import { useText } from '../../lib/text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import styles from './invitations.module.css';

export type Addresses = ReturnType<typeof useAddresses>;

/** The invitation as it is kept: the addresses, with spaces between them, and the words of the box beside them. */
export type TypedAddresses = { list: string; typed: string };

/** The addresses of a list, and what stands in the box beside it. */
export function useAddresses({ list, typed }: TypedAddresses, set: (changed: Partial<TypedAddresses>) => void) {
  const { t, format } = useText();
  const addresses = list.split(' ').filter(Boolean);
  const [problem, setProblem] = useState<string>();
  const type = (value: string) => {
    set({ typed: value });
    setProblem(undefined);
  };
  /** Takes what stands in the box into the list. Null tells that something there is wrong, which the box says. */
  const add = (): readonly string[] | null => {
    const entries = splitAddresses(typed).map(normalizeEmail);
    const wrong = entries.filter((entry) => !isEmail(entry));
    const all = [...new Set([...addresses, ...entries.filter(isEmail)])];
    const refuse = (sentence: string) => {
      setProblem(sentence);
      return null;
    };
    if (entries.length === 0) return refuse(t('invitations.invite.required'));
    if (all.length > MAILS_PER_CALL_MAX) {
      return refuse(t('invitations.invite.tooMany', { most: format.number(MAILS_PER_CALL_MAX) }));
    }
    // Right addresses are in the list; wrong ones stay to be corrected.
    set({ list: all.join(' '), typed: wrong.join(' ') });
    if (wrong.length > 0) {
      return refuse(
        entries.length === 1
          ? t('invitations.invite.wrongFormat')
          : t('invitations.invite.wrongFormatOf', { entries: wrong.join(' ') }),
      );
    }
    setProblem(undefined);
    return all;
  };
  const remove = (address: string) => set({ list: addresses.filter((other) => other !== address).join(' ') });
  return { addresses, typed, problem, type, add, remove };
}

/** Collects addresses: typed one by one, or several pasted at once. */
export function AddressList({ addresses, typed, problem, type, add, remove }: Addresses) {
  const { t } = useText();
  const heir = useFocusHeir<HTMLDivElement>(addresses.length);
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
            onValueChange={type}
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
                onClick={() => remove(address)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

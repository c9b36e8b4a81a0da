import { plainNumber } from '@sathi/domain/digits.ts';
import { type ComponentProps, useState } from 'react';
import { e164, type PhoneValue, useEmptyPhone } from './phone.ts';
import { PhoneField } from './phone-field.tsx';

type Props = Omit<ComponentProps<typeof PhoneField>, 'value' | 'onValueChange'> & {
  value: string;
  onValueChange: (value: string) => void;
};

/** The field of a phone, for a form that holds it as text, with its calling code. */
export function OwnPhoneField({ value, onValueChange, ...rest }: Props) {
  const empty = useEmptyPhone();
  const [typed, setTyped] = useState<{ phone: PhoneValue; text: string }>();
  // The form may have been given another number, as after saving.
  const shown = typed?.text === value ? typed.phone : { ...empty, number: value };
  return (
    <PhoneField
      {...rest}
      value={shown}
      onValueChange={(phone) => {
        const text = textOf(phone);
        setTyped({ phone, text });
        onValueChange(text);
      }}
      required
    />
  );
}

/** The phone in E.164 once it is whole, else as typed, and never taken for a number of another country. */
function textOf(phone: PhoneValue): string {
  const latin = plainNumber(phone.number).trim();
  return e164(phone) ?? (latin === '' || latin.startsWith('+') ? latin : `${phone.country} ${latin}`);
}

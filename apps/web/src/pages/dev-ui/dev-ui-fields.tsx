import { useState } from 'react';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { CodeField } from '../../features/identity/code-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Columns } from '../../ui/page.tsx';
import { PhoneField } from '../../features/identity/phone-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

const MONTHS = ['6', '12', '24'].map((value) => ({ value, label: `${value} months` }));

export function DevUiFields() {
  const [text, setText] = useState('');
  const [password, setPassword] = useState('');
  const [story, setStory] = useState('A second sewing machine for the shop.');
  const [amount, setAmount] = useState('400');
  const [months, setMonths] = useState('12');
  const [phone, setPhone] = useState({ country: 'BD', number: '' });
  const [isAgreed, setIsAgreed] = useState(false);
  const [code, setCode] = useState('');
  const [day, setDay] = useState('2026-06-03');
  return (
    <Columns>
      <Card padded>
        <Form label="Fields" onSubmit={() => toast.success('Sent')}>
          <TextField label="First name" hint="As on your card." value={text} onValueChange={setText} required />
          <TextField label="E-mail" type="email" value={text} onValueChange={setText} error="Wrong email format" />
          <PasswordField label="Password" hint="At least 8 characters." value={password} onValueChange={setPassword} />
          <PhoneField label="Phone" value={phone} onValueChange={setPhone} />
          <CheckboxField
            label="I agree to the terms and the privacy policy"
            checked={isAgreed}
            onCheckedChange={setIsAgreed}
          />
          <Button type="submit" wide>
            Create profile
          </Button>
        </Form>
      </Card>
      <Card padded>
        <Form label="More fields" onSubmit={() => undefined} error="Incorrect username or password.">
          <AmountField label="Amount" hint="About $33.33 a month." value={amount} onValueChange={setAmount} />
          <SelectField label="Months to repay" options={MONTHS} value={months} onValueChange={setMonths} />
          <DateField label="Needed by" value={day} onValueChange={setDay} />
          <TextAreaField label="What is it for?" maxLength={40} value={story} onValueChange={setStory} optional />
          <CodeField label="Code" value={code} onValueChange={setCode} />
        </Form>
      </Card>
    </Columns>
  );
}

import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { BioField } from './bio-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PhoneField } from './phone-field.tsx';
import { e164, useSmsReach } from './phone.ts';
import { EmailField, NameFields } from './profile-fields.tsx';
import type { Draft } from './registration.ts';
import { TermsAgreement } from './terms.tsx';
import type { FieldMessages } from './use-register-messages.ts';

type Props = {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
  errors: FieldMessages;
  /** The phone and the password are the account's already. */
  isAccountMade: boolean;
};

/** The fields of one step of a registration; all of them are the specification's. */
export function RegisterStep({ step, ...props }: Props & { step: number }) {
  const { draft, onChange, errors } = props;
  if (step === 0) {
    return (
      <>
        <ReachFields {...props} />
        <NoEmail draft={draft} onChange={onChange} />
      </>
    );
  }
  if (step === 2) return <PasswordFields {...props} />;
  return (
    <>
      <NameFields value={draft} onValueChange={onChange} errors={errors} />
      <BioField value={draft.bio} onValueChange={(bio) => onChange({ bio })} error={errors.bio} />
    </>
  );
}

/** Phone and e-mail, with the way that the code will take. */
export function ReachFields({ draft, onChange, errors, isAccountMade }: Props) {
  const { t } = useText();
  const reachesBySms = useSmsReach();
  const hint = reachesBySms(draft.phone) ? 'identity.register.phoneHint' : 'identity.register.phoneNoSms';
  return (
    <>
      <PhoneField
        label={t('identity.field.phone')}
        hint={<span role="status">{t(hint)}</span>}
        error={errors.phone}
        value={draft.phone}
        onValueChange={(phone) => onChange({ phone })}
        required
        disabled={isAccountMade}
      />
      <EmailField value={draft.email} onValueChange={(email) => onChange({ email })} error={errors.email} />
    </>
  );
}

/** The address of the office stands in for a person without one, where the code comes by SMS. */
function NoEmail({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const { t } = useText();
  const { data: mfi } = useMfi();
  const reachesBySms = useSmsReach();
  if (mfi === undefined || !reachesBySms(draft.phone)) return null;
  const isStandIn = draft.email === mfi.email;
  return (
    <CheckboxField
      label={t('identity.register.noEmail')}
      hint={t(isStandIn ? 'identity.register.standIn' : 'identity.register.noEmailHint', { mfi: mfi.name })}
      checked={isStandIn}
      onCheckedChange={(ticked) => onChange({ email: ticked ? mfi.email : '' })}
    />
  );
}

function PasswordFields({ draft, onChange, errors, isAccountMade }: Props) {
  const { t } = useText();
  return (
    <>
      {/* Tells a password manager whose password this is. */}
      <input type="text" hidden readOnly autoComplete="username" value={e164(draft.phone) ?? ''} />
      <NewPasswordFields
        label={t('identity.field.password')}
        value={draft}
        onValueChange={({ password, confirmation }) => onChange({ password, confirmation })}
        errors={errors}
        disabled={isAccountMade}
      />
      <TermsAgreement checked={draft.hasAgreed} onCheckedChange={(hasAgreed) => onChange({ hasAgreed })} />
    </>
  );
}

import { isPhone, NAME_LENGTH_MAX, normalizePhone } from '@sathi/domain/accounts.ts';
import type { StaffRole } from '@sathi/domain/staff.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { RenderField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { mfiId: string; onClose: () => void; renderPhone: RenderField };

/** A person for the office, who waits for a second manager (R34.3). */
export function EnterStaffDialog({ mfiId, onClose, renderPhone }: Props) {
  const { t } = useStaffText();
  const send = useSend('enterStaff', {
    invalidates: [queryKeys.staff(mfiId)],
    onSuccess: () => {
      toast.success(t('staff.waits'));
      onClose();
    },
  });
  const form = useForm(
    useState<{ name: string; phone: string; role: StaffRole }>({ name: '', phone: '', role: 'officer' }),
    ({ name, phone }) => ({
      name:
        (name.trim() === '' && t('common.required')) ||
        (lengthInCodePoints(name) > NAME_LENGTH_MAX && t('common.tooLong')),
      phone:
        (phone.trim() === '' && t('common.required')) ||
        (!isPhone(normalizePhone(phone)) && t('mfi.settings.badPhone')),
    }),
    send.error,
  );
  const { name, phone, role } = form.values;
  const submit = () => form.attempt(() => send.mutate({ query: { mfiId }, body: { name: name.trim(), phone, role } }));
  return (
    <FormDialog
      title={t('staff.add')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('staff'), children: t('staff.addSubmit') }}
    >
      <p>{t('staff.addLead')}</p>
      <TextField label={t('staff.name')} {...form.field('name')} />
      {renderPhone({ label: t('staff.phone'), autoComplete: 'off', ...form.field('phone') })}
      <SelectField
        label={t('staff.role')}
        hint={t(role === 'manager' ? 'staff.managerHint' : 'staff.officerHint')}
        value={role}
        onValueChange={(value) => form.set({ role: value as StaffRole })}
        options={[
          { value: 'officer', label: t('staff.role.officer') },
          { value: 'manager', label: t('staff.role.manager') },
        ]}
      />
    </FormDialog>
  );
}

import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { ReportedThing } from './open-report.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { REASONS, type ReportReason } from './report-reasons.ts';

const TITLES: Readonly<Record<ReportedThing['kind'], TextKey>> = {
  proposal: 'report.titleProposal',
  update: 'report.titleUpdate',
  message: 'report.titleMessage',
  picture: 'report.titlePicture',
  person: 'report.titlePerson',
};

const NAMES: Readonly<Record<ReportedThing['kind'], TextKey>> = {
  proposal: 'report.aboutProposal',
  update: 'report.aboutUpdate',
  message: 'report.aboutMessage',
  picture: 'report.aboutPicture',
  person: 'report.aboutPerson',
};

type Props = { things: readonly ReportedThing[]; onClose: () => void };

/** A person says what is wrong, and with which of these things; the staff of the institution look at it (R14.4). */
export function ReportDialog({ things, onClose }: Props) {
  const { t } = useText();
  const [about, setAbout] = useState('0');
  const thing = things[Number(about)] as ReportedThing;
  const form = useForm(useState<{ reason: ReportReason | '' }>({ reason: '' }), ({ reason }) => ({
    reason: reason === '' && t('common.required'),
  }));
  const send = useSend('enterReport', {
    invalidates: [queryKeys.proposal(thing.proposalId), queryKeys.allMessages],
    onSuccess: () => {
      toast.success(t('report.done'));
      onClose();
    },
  });
  const submit = () =>
    form.attempt(() => send.mutate({ body: { ...thing, reason: form.values.reason as ReportReason } }));
  const reasons = (Object.keys(REASONS) as ReportReason[]).map((value) => ({ value, label: t(REASONS[value]) }));
  return (
    <FormDialog
      title={t(TITLES[thing.kind])}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('report'), children: t('report.send') }}
    >
      <p>{t('report.lead')}</p>
      {things.length > 1 && (
        <SelectField
          label={t('report.about')}
          value={about}
          onValueChange={setAbout}
          options={things.map(({ kind }, index) => ({ value: String(index), label: t(NAMES[kind]) }))}
        />
      )}
      <SelectField
        label={t('report.reason')}
        {...form.field('reason')}
        options={[{ value: '', label: t('report.reasonChoose') }, ...reasons]}
      />
    </FormDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './branding.module.css';
import { changesOf, draftOf, draftProblems } from './branding-draft.ts';
import { BrandingFields } from './branding-fields.tsx';
import { BrandingPreview } from './branding-preview.tsx';

/** How an MFI appears, changed by its staff, with the head of its start page beside it. */
export function BrandingForm({ mfi }: { mfi: DataOf<'findMfi'> }) {
  const { t } = useStaffText();
  const client = useQueryClient();
  const [before, setBefore] = useState(() => draftOf(mfi));
  const [isPictureComing, setPictureComing] = useState(false);
  const send = useSend('updateMfi', {
    invalidates: [queryKeys.mfis, queryKeys.mfiShowcase(mfi.name)],
    onSuccess: (saved) => {
      // The bar above and the colours of the page are drawn from this answer.
      client.setQueryData(queryKeys.mfi(mfi.name), (held: object | undefined) => ({ ...held, ...saved }));
      setBefore(draftOf(saved));
      form.restart(draftOf(saved));
      toast.success(t('mfi.settings.saved'));
    },
  });
  const form = useForm(useState(before), (draft) => inWords(draftProblems(draft, before), t), send.error);
  const save = () =>
    form.attempt(() => {
      const body = changesOf(form.values, before);
      if (Object.keys(body).length === 0) toast.info(t('mfi.settings.unchanged'));
      else send.mutate({ query: { mfiId: mfi.id }, body });
    });
  const busy = send.isPending || isPictureComing;
  return (
    <div className={styles.layout}>
      <Form
        onSubmit={save}
        busy={busy}
        error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      >
        <BrandingFields form={form} onBusyChange={setPictureComing} />
        <Button {...help('branding')} type="submit" busy={busy}>
          {t('common.save')}
        </Button>
      </Form>
      <BrandingPreview name={mfi.name} logo={mfi.logo} draft={form.values} />
    </div>
  );
}

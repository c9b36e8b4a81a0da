import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
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
export default function BrandingForm({ mfi }: { mfi: DataOf<'findMfi'> }) {
  const { t } = useText();
  const client = useQueryClient();
  const [before, setBefore] = useState(() => draftOf(mfi));
  const [draft, setDraft] = useState(before);
  const [wasAttempted, setAttempted] = useState(false);
  const [isPictureComing, setPictureComing] = useState(false);
  const problems = draftProblems(draft, before);
  const send = useSend('updateMfi', {
    invalidates: [queryKeys.mfis, queryKeys.mfiShowcase(mfi.name)],
    onSuccess: (saved) => {
      // The bar above and the colours of the page are drawn from this answer.
      client.setQueryData(queryKeys.mfi(mfi.name), saved);
      setBefore(draftOf(saved));
      setDraft(draftOf(saved));
      setAttempted(false);
      toast.success(t('mfi.settings.saved'));
    },
  });
  const save = () => {
    setAttempted(true);
    if (Object.keys(problems).length > 0) return;
    const body = changesOf(draft, before);
    if (Object.keys(body).length === 0) toast.info(t('mfi.settings.unchanged'));
    else send.mutate({ query: { mfiId: mfi.id }, body });
  };
  const busy = send.isPending || isPictureComing;
  return (
    <div className={styles.layout}>
      <Form
        onSubmit={save}
        busy={busy}
        error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      >
        <BrandingFields
          draft={draft}
          onDraftChange={setDraft}
          problems={wasAttempted ? problems : {}}
          error={send.error}
          onBusyChange={setPictureComing}
        />
        <Button {...demo('branding')} type="submit" busy={busy}>
          {t('common.save')}
        </Button>
      </Form>
      <BrandingPreview name={mfi.name} logo={mfi.logo} draft={draft} />
    </div>
  );
}

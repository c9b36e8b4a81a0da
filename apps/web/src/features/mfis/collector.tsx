import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { AREA_LENGTH_MAX } from '@sathi/domain/tills.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { Columns, Row } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useQueues } from './use-office.ts';

/** The member of staff who looks after a running loan and collects its repayments, and where (R22.5). */
export default function Collector({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useStaffText();
  return (
    <Fold title={t('mfi.collector.title')}>
      <CollectorForm proposal={proposal} />
    </Fold>
  );
}

function CollectorForm({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useStaffText();
  const { id: proposalId, mfiId, mfiName } = proposal;
  const { data: queues } = useQueues({ id: mfiId, name: mfiName });
  const send = useSend('assignOfficer', {
    invalidates: [
      queryKeys.proposal(proposalId),
      queryKeys.mfiQueues(mfiName),
      queryKeys.mfiPortfolio(mfiName),
      queryKeys.sheets(mfiId),
    ],
    onSuccess: () => toast.success(t('mfi.officer.saved')),
  });
  // A field that was not touched is not sent: a colleague may have changed it since.
  const [seen, setSeen] = useState({ officerId: proposal.officerId ?? '', area: proposal.area ?? '' });
  const form = useForm(
    useState(seen),
    ({ area }) => ({ area: lengthInCodePoints(area.trim()) > AREA_LENGTH_MAX && t('common.tooLong') }),
    send.error,
  );
  const { officerId, area } = form.values;
  const save = () =>
    send.mutate(
      {
        query: { proposalId },
        body: {
          ...(officerId !== seen.officerId && { officerId: officerId || null }),
          ...(area !== seen.area && { area }),
        },
      },
      { onSuccess: () => setSeen({ officerId, area }) },
    );
  return (
    <Form
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      onSubmit={() => form.attempt(save)}
    >
      <Columns>
        <SelectField
          label={t('mfi.officer.column')}
          {...form.field('officerId')}
          options={[
            { value: '', label: t('mfi.officer.nobody') },
            ...(queues?.officers ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextField
          label={t('mfi.collector.area')}
          hint={t('mfi.collector.areaHint')}
          {...form.field('area')}
          optional
        />
      </Columns>
      <Row>
        <Button {...help('assignOfficer')} type="submit" variant="quiet" busy={send.isPending}>
          {t('common.save')}
        </Button>
      </Row>
    </Form>
  );
}

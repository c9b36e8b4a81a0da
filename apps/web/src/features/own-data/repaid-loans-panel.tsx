import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Loans that are repaid or written off lose their words and pictures after a year, but for those that their owner ticks (R13.6). */
export function RepaidLoansPanel() {
  const { t, format } = useText();
  const loans = useQuery({
    queryKey: queryKeys.keepableLoans,
    queryFn: ({ signal }) => call('listKeepableLoans', {}, { signal }),
  });
  const keep = useSend('keepLoanPublic', { invalidates: [queryKeys.keepableLoans] });
  if (!loans.data || loans.data.length === 0) return null;
  return (
    <Panel title={t('ownData.repaidTitle')}>
      <p>{t('ownData.repaidText')}</p>
      {loans.data.map(({ id, title, repaidAt, writtenOffAt, staysPublic }) => (
        <CheckboxField
          key={id}
          label={t('ownData.repaidKeep', { title })}
          hint={t(repaidAt === null ? 'ownData.writtenOffOn' : 'ownData.repaidOn', {
            date: format.date((repaidAt ?? writtenOffAt)!),
          })}
          checked={staysPublic}
          disabled={keep.isPending}
          onCheckedChange={(ticked) => keep.mutate({ body: { proposalId: id, keep: ticked } })}
        />
      ))}
      {keep.error && <FormError>{errorSentence(keep.error, t)}</FormError>}
    </Panel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The whole of a person’s data to take along (R13.3). The link is told once, so another visit can only make another. */
export function ExportPanel() {
  const { t, format } = useText();
  const link = useQuery({
    queryKey: queryKeys.ownDataLink,
    queryFn: ({ signal }) => call('findExport', {}, { signal }),
  });
  const making = useSend('makeExport', { invalidates: [queryKeys.ownDataLink] });
  const made = making.data;
  const until = made?.until ?? link.data?.until;
  return (
    <Panel title={t('ownData.exportTitle')}>
      <p>{t('ownData.exportText')}</p>
      {until && (
        <p role="status">{t(made ? 'ownData.exportReady' : 'ownData.exportOpen', { until: format.dateTime(until) })}</p>
      )}
      <Row>
        {made && <LinkButton href={made.url}>{t('ownData.exportSave')}</LinkButton>}
        <Button
          {...help('download')}
          variant={made ? 'quiet' : 'primary'}
          busy={making.isPending}
          onClick={() => making.mutate({ body: {} })}
        >
          {t(until ? 'ownData.exportAgain' : 'ownData.exportMake')}
        </Button>
      </Row>
      {making.error && <FormError>{errorSentence(making.error, t)}</FormError>}
    </Panel>
  );
}

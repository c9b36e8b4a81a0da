import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { respond } from '../../lib/api.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './slip-button.module.css';

/** Opens the picture of a slip, which comes with the access of its reader and stays in no cache. */
export function SlipButton({ slip, label }: { slip: string; label: string }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button small variant="plain" icon="image" aria-label={label} onClick={() => setOpen(true)}>
        {t('money.payments.showSlip')}
      </Button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <Slip slip={slip} label={label} />
        </Dialog>
      )}
    </>
  );
}

function Slip({ slip, label }: { slip: string; label: string }) {
  const { t } = useText();
  const picture = useQuery({
    queryKey: ['slip', slip],
    queryFn: async ({ signal }) => (await respond('readSlip', { params: { name: slip } }, { signal })).blob(),
    gcTime: 0,
  });
  const url = useObjectUrl(picture.data);
  if (picture.isError) return <ErrorState text={t('money.payments.slipGone')} onRetry={() => void picture.refetch()} />;
  return url === undefined ? <Skeleton shape="picture" /> : <img className={styles.slip} src={url} alt={label} />;
}

function useObjectUrl(picture: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (picture === undefined) return undefined;
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}

import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './security.module.css';

/** The ten recovery codes, which are shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useText();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success(t('security.copied')),
      () => toast.info(t('security.copyByHand')),
    );
  return (
    <Dialog
      role="alertdialog"
      title={t('security.codesTitle')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={() => void copy()}>
            {t('security.copy')}
          </Button>
          <Button onClick={onClose}>{t('security.codesKept')}</Button>
        </>
      }
    >
      <Stack>
        <p>{t('security.codesText')}</p>
        <ul className={styles.codes} dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  );
}

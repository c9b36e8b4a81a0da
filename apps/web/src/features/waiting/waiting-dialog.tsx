import { Link } from 'wouter';
import type { Waiting } from './waiting.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useAllWaiting } from './use-waiting.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/page.tsx';
import { WaitingWords } from './waiting-words.tsx';

const KIND: Record<Waiting['name'], TextKey> = {
  sendMessage: 'offline.kind.message',
  createUpdate: 'offline.kind.update',
  createProposal: 'offline.kind.proposal',
  askHardship: 'offline.kind.hardship',
};

/** All words that wait or were refused: the place where they were written may be gone by now, and they are not. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const mfi = useMfiName();
  const all = useAllWaiting();
  return (
    <Dialog title={t('offline.waitingWords')} onClose={onClose}>
      <Stack>
        {all.length === 0 && <p role="status">{t('offline.nothingWaits')}</p>}
        {all.map((waiting) => (
          <WaitingWords key={waiting.id} waiting={waiting}>
            <p>
              <Link href={waiting.about === '' ? paths.home() : paths.proposal(mfi, waiting.about)} onClick={onClose}>
                {t(KIND[waiting.name])}
              </Link>
            </p>
            <Words body={waiting.body} />
          </WaitingWords>
        ))}
      </Stack>
    </Dialog>
  );
}

function Words({ body }: { body: Waiting['body'] }) {
  return (
    <>
      {'title' in body && (
        <p dir="auto">
          <strong>{body.title}</strong>
        </p>
      )}
      <p dir="auto">{'text' in body ? body.text : 'reason' in body ? body.note : body.description}</p>
    </>
  );
}

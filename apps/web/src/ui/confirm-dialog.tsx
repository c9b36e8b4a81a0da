import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import type { Question } from './question.ts';
import { Dialog } from './dialog.tsx';

type Props = { question: Question; onAnswer: (yes: boolean) => void };

export function ConfirmDialog({ question, onAnswer }: Props) {
  const { t } = useText();
  return (
    <Dialog
      role="alertdialog"
      title={question.title ?? t('common.confirm')}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button variant="quiet" onClick={() => onAnswer(false)}>
            {question.no ?? t('common.no')}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog must take the focus, and the answer is what it asks for */}
          <Button variant={question.danger ? 'danger' : 'primary'} autoFocus onClick={() => onAnswer(true)}>
            {question.yes ?? t('common.yes')}
          </Button>
        </>
      }
    >
      <p>{question.message}</p>
    </Dialog>
  );
}

import { useState } from 'react';
import { TranslateDialog } from '../../features/proposals/translate-dialog.tsx';
import { help } from '../../lib/help-mode.ts';
import { languageTag } from '../../features/proposals/use-story.ts';
import { LANGUAGE_NAMES } from '../../lib/locale.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import styles from './review.module.css';

/**
 * The translations that readers of other languages see in place of the owner's words, and the way to write one (R26.4).
 * Stands below the owner's words.
 */
export function ReviewTranslations({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useStaffText();
  const [isTranslating, setTranslating] = useState(false);
  const { translations, mfiName, allowedActions } = proposal;
  return (
    <Stack gap="tight">
      {translations.map(({ language, title, description, isOutdated }) => (
        <div key={language} className={styles.words}>
          <p className={styles.note}>
            {format.joined([
              LANGUAGE_NAMES[language],
              t(isOutdated ? 'proposal.translation.outdated' : 'proposal.translation.by', { mfi: mfiName }),
            ])}
          </p>
          <p dir="auto" lang={languageTag(language)}>
            <b>{title}</b>
          </p>
          <p dir="auto" lang={languageTag(language)}>
            {description}
          </p>
        </div>
      ))}
      {allowedActions.includes('translate') && (
        <Row>
          <Button {...help('translate')} variant="quiet" small icon="globe" onClick={() => setTranslating(true)}>
            {t('money.actions.translate')}
          </Button>
        </Row>
      )}
      {isTranslating && <TranslateDialog proposal={proposal} onClose={() => setTranslating(false)} />}
    </Stack>
  );
}

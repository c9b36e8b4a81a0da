import { LINE_SEARCH_LENGTH_MAX } from '@sathi/domain/statement-lines.ts';
import { type ReactNode, useState } from 'react';
import { useStaffText } from '../../lib/text.tsx';
import { Stack } from '../../ui/page.tsx';
import { TypedFilter } from '../../ui/typed-filter.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useLines } from './use-lines.ts';

type Props = { mfiId: string; accountId: string; children: (words: string) => ReactNode };

/** Lines of an account in any state, found by what the bank wrote about them (R21.7). */
export default function LineSearch({ mfiId, accountId, children }: Props) {
  const { t } = useStaffText();
  const [words, setWords] = useState('');
  return (
    <Stack>
      <TypedFilter
        label={t('desk.search')}
        hint={t('desk.searchHint')}
        value={words}
        onValueChange={(typed) => setWords(typed.slice(0, LINE_SEARCH_LENGTH_MAX))}
      />
      <VisuallyHidden>
        <span role="status">{words !== '' && <Found mfiId={mfiId} accountId={accountId} words={words} />}</span>
      </VisuallyHidden>
      {words !== '' && children(words)}
    </Stack>
  );
}

/** The outcome in words, for those who do not see the list change while they type. */
function Found({ mfiId, accountId, words }: Omit<Props, 'children'> & { words: string }) {
  const { t } = useStaffText();
  const { rows } = useLines(mfiId, accountId, 'search', words);
  if (rows === undefined) return null;
  return rows.length === 0 ? t('desk.notFound') : t('desk.found', { count: rows.length });
}

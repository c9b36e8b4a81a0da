import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import type { useStory } from './use-story.ts';

type Props = { story: ReturnType<typeof useStory>; mfiName: string; className: string | undefined };

/** "Translated by ROI · Show the original" (R26.4); nothing where there is no translation into the reader's language. */
export function StoryNote({ story, mfiName, className }: Props) {
  const { t } = useText();
  const { own, translation } = story;
  if (own === undefined) return null;
  const by = t(own.isOutdated ? 'proposal.translation.outdated' : 'proposal.translation.by', { mfi: mfiName });
  return (
    <p className={className}>
      {translation ? by : t('proposal.translation.original')}{' '}
      <Button variant="plain" small onClick={story.switchOver}>
        {t(translation ? 'proposal.translation.showOriginal' : 'proposal.translation.show')}
      </Button>
    </p>
  );
}

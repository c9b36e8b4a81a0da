import { type TextKey, useText } from '../lib/text.tsx';
import { Badge, type Tone } from './badge.tsx';
import type { IconName } from './icon.tsx';

export type ProposalStatusCode = 1 | 2 | 3 | 4 | 5 | 6;

/** Word, shape and colour of each status: none of them alone carries it. */
const STATUS: Record<ProposalStatusCode, { word: TextKey; icon: IconName; tone: Tone }> = {
  1: { word: 'common.statusDrafted', icon: 'edit', tone: 'neutral' },
  2: { word: 'common.statusPublished', icon: 'megaphone', tone: 'info' },
  3: { word: 'common.statusLocked', icon: 'lock', tone: 'warm' },
  4: { word: 'common.statusBacked', icon: 'hands', tone: 'accent' },
  5: { word: 'common.statusFunded', icon: 'coins', tone: 'accent' },
  6: { word: 'common.statusRepaid', icon: 'check-circle', tone: 'good' },
};

export function StatusBadge({ status }: { status: ProposalStatusCode }) {
  const { t } = useText();
  const { word, icon, tone } = STATUS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(word)}
    </Badge>
  );
}

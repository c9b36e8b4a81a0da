import { type ProposalStatusCode, STATUS_WORDS } from '../lib/status-words.ts';
import { useText } from '../lib/text.tsx';
import { Badge, type Tone } from './badge.tsx';
import type { IconName } from './icon.tsx';

/** With the word, so that neither shape nor colour alone carries a status. */
const LOOKS: Record<ProposalStatusCode, { icon: IconName; tone: Tone }> = {
  1: { icon: 'edit', tone: 'neutral' },
  2: { icon: 'megaphone', tone: 'info' },
  3: { icon: 'lock', tone: 'warm' },
  4: { icon: 'hands', tone: 'accent' },
  5: { icon: 'coins', tone: 'accent' },
  6: { icon: 'check-circle', tone: 'good' },
};

export function StatusBadge({ status }: { status: ProposalStatusCode }) {
  const { t } = useText();
  const { icon, tone } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(STATUS_WORDS[status])}
    </Badge>
  );
}

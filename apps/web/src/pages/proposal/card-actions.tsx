import { useText } from '../../lib/text.tsx';
import { help } from '../../lib/help-mode.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { CountBadge, shownCount } from '../../ui/count-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { type Action, DEMO_OF, LOOKS } from './proposal-action-looks.ts';
import styles from './proposal-actions.module.css';

type Props = {
  proposal: ProposalSummary;
  /** The actions without the one of the filled button. */
  actions: readonly Action[];
  onStart: (action: Action) => void;
  onHistory: (() => void) | undefined;
};

/** The buttons beside the filled one of a card: sharing with its word, and the rest in a menu of icons with words. */
export function CardActions({ proposal, actions, onStart, onHistory }: Props) {
  const { t, format } = useText();
  const unread = actions.includes('message') ? shownCount(proposal.unreadMessagesCount, format) : null;
  const messages = unread === null ? t(LOOKS.message.word) : t('messages.openUnread', { shown: unread });
  const items: MenuItem[] = actions
    .filter((action) => action !== 'share')
    .map((action) => ({
      label: action === 'message' ? messages : t(LOOKS[action].word),
      icon: LOOKS[action].icon,
      help: DEMO_OF[action],
      onSelect: () => onStart(action),
    }));
  if (onHistory)
    items.push({ label: t('mfi.evidence.history'), icon: 'history', help: 'history', onSelect: onHistory });
  return (
    <>
      {actions.includes('share') && (
        <Button {...help('share')} variant="quiet" icon="share" small onClick={() => onStart('share')}>
          {t('share.action')}
        </Button>
      )}
      {items.length > 0 && (
        <div className={styles.more}>
          <Menu
            name={unread === null ? t('nav.more') : format.joined([t('nav.more'), messages])}
            button={
              <>
                <Icon name="more" />
                <CountBadge shown={unread} />
              </>
            }
            items={items}
          />
        </div>
      )}
    </>
  );
}

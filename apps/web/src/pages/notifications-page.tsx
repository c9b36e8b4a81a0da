import { NotificationList } from '../features/notifications/notification-list.tsx';
import { PreferencesTable } from '../features/notifications/preferences-table.tsx';
import { useNotifications } from '../features/notifications/use-notifications.ts';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';

/** Everything that concerned the reader, and how they want to hear of it. */
export default function NotificationsPage() {
  const { t } = useText();
  const { list, hasUnread, isReading, readAll } = useNotifications();
  return (
    <Page
      width="reading"
      title={t('notifications.title')}
      back={{ href: paths.home(), label: t('common.home') }}
      actions={
        hasUnread && (
          <Button variant="quiet" icon="check" busy={isReading} onClick={readAll}>
            {t('notifications.readAll')}
          </Button>
        )
      }
    >
      <Stack gap="loose">
        <NotificationList list={list} />
        <Panel title={t('notifications.preferences.title')}>
          <p>{t('notifications.preferences.lead')}</p>
          <PreferencesTable />
        </Panel>
      </Stack>
    </Page>
  );
}

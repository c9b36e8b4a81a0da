import { PushPanel } from '../../features/notifications/push-panel.tsx';
import { NotificationList, NotificationPlaces } from '../../features/notifications/notification-list.tsx';
import { useNotifications } from '../../features/notifications/use-notifications.ts';
import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { HoldUntil } from '../../ui/hold-until.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PreferencesTable } from '../../features/notifications/preferences-table.tsx';

/** All notifications of the reader, and how they want to hear of them. */
export default function NotificationsPage() {
  const { t } = useText();
  const { list, hasUnread, isReading, readAll } = useNotifications();
  return (
    <Page
      width="reading"
      title={t('notifications.title')}
      actions={
        <Button
          {...help('readAll')}
          variant="quiet"
          icon="check"
          busy={isReading}
          disabled={!hasUnread}
          onClick={readAll}
        >
          {t('notifications.readAll')}
        </Button>
      }
    >
      <HoldUntil isReady={list.rows !== undefined || list.isError} places={<NotificationPlaces count={8} />}>
        <Stack gap="loose">
          <NotificationList list={list} />
          <Panel title={t('device.title')}>
            <PushPanel />
          </Panel>
          <Fold title={t('notifications.preferences.title')}>
            <p>{t('notifications.preferences.lead')}</p>
            <PreferencesTable />
          </Fold>
        </Stack>
      </HoldUntil>
    </Page>
  );
}

import { Suspense } from 'react';
import preferencesTexts from 'virtual:texts/features/notifications/preferences-table.tsx';
import { NotificationList, NotificationPlaces } from '../features/notifications/notification-list.tsx';
import { useNotifications } from '../features/notifications/use-notifications.ts';
import { demo } from '../lib/demo-mode.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import { Held, HoldUntil } from '../ui/hold-until.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Below what people come for. */
const PreferencesTable = lazyPart(() => import('../features/notifications/preferences-table.tsx'), preferencesTexts);

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
        <Button
          {...demo('readAll')}
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
          <Panel title={t('notifications.preferences.title')}>
            <p>{t('notifications.preferences.lead')}</p>
            <Suspense
              fallback={
                <Held>
                  <Skeleton shape="box" />
                </Held>
              }
            >
              <PreferencesTable />
            </Suspense>
          </Panel>
        </Stack>
      </HoldUntil>
    </Page>
  );
}

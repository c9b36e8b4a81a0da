import { type ReactNode, useState } from 'react';
import { downloadFile } from '../../lib/download.ts';
import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page, Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OwnPhoneField } from '../../features/identity/own-phone-field.tsx';
import { type Office, StaffOnly } from '../../features/mfis/staff-only.tsx';
import { AuditLogTable } from '../../features/staff/audit-log-table.tsx';
import { EnterStaffDialog } from '../../features/staff/enter-staff-dialog.tsx';
import { StaffTable } from '../../features/staff/staff-table.tsx';
import { StaffToConfirm } from '../../features/staff/staff-to-confirm.tsx';
import { useStaff } from '../../features/staff/use-staff.ts';

/** The people of an office: managers add and remove them, a second person confirms (R34.3, R34.4). */
export default function StaffPage() {
  return (
    <StaffOnly pathOf={paths.mfiStaff}>
      {(mfi, mfiSwitch) => <People key={mfi.id} mfi={mfi} mfiSwitch={mfiSwitch} />}
    </StaffOnly>
  );
}

function People({ mfi, mfiSwitch }: { mfi: Office; mfiSwitch: ReactNode }) {
  const { t } = useStaffText();
  return (
    <Page
      title={t('staff.title')}
      lead={t(mfi.isManager ? 'staff.lead' : 'staff.leadOfficer', { mfi: mfi.name })}
      back={{ href: paths.mfiPeople(mfi.name), label: t('people.title') }}
      actions={
        <>
          {mfiSwitch}
          <LinkButton variant="quiet" icon="phone" href={paths.mfiPhoneChanges(mfi.name)}>
            {t('phoneChange.title')}
          </LinkButton>
        </>
      }
    >
      {mfi.isManager ? <Managed mfiId={mfi.id} /> : <StaffToConfirm mfiId={mfi.id} />}
    </Page>
  );
}

function Managed({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const staff = useStaff(mfiId);
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap="loose">
      <Panel
        title={t('staff.people')}
        aside={
          <Button {...help('staff')} icon="plus" onClick={() => setAdding(true)}>
            {t('staff.add')}
          </Button>
        }
      >
        {staff.rows && <StaffTable mfiId={mfiId} rows={staff.rows} />}
        {!staff.rows && (staff.isError ? <ErrorState onRetry={staff.retry} /> : <Skeleton shape="box" />)}
      </Panel>
      <Panel title={t('staff.log')}>
        <p>{t('staff.logLead')}</p>
        <AuditLogTable mfiId={mfiId} />
        <Row>
          <DownloadButton download={() => downloadFile('exportAuditLog', { query: { mfiId } }, 'sathi-audit-log.csv')}>
            {t('staff.logFile')}
          </DownloadButton>
        </Row>
      </Panel>
      {isAdding && (
        <EnterStaffDialog
          mfiId={mfiId}
          onClose={() => setAdding(false)}
          renderPhone={(field) => <OwnPhoneField {...field} />}
        />
      )}
    </Stack>
  );
}

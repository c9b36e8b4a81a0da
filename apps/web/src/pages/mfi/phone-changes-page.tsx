import { type ReactNode, useState } from 'react';
import { OwnPhoneField } from '../../features/identity/own-phone-field.tsx';
import { type Office, StaffOnly } from '../../features/mfis/staff-only.tsx';
import { PhoneChangeDialog } from '../../features/phone-changes/phone-change-dialog.tsx';
import { PhoneChangeList } from '../../features/phone-changes/phone-change-list.tsx';
import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';

/** Another phone for people whose SIM is lost: entered by one, confirmed by another (R33.4). */
export default function PhoneChangesPage() {
  return (
    <StaffOnly pathOf={paths.mfiPhoneChanges}>
      {(mfi, mfiSwitch) => <Changes key={mfi.id} mfi={mfi} mfiSwitch={mfiSwitch} />}
    </StaffOnly>
  );
}

function Changes({ mfi, mfiSwitch }: { mfi: Office; mfiSwitch: ReactNode }) {
  const { t } = useStaffText();
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title={t('phoneChange.title')}
      lead={t('phoneChange.lead')}
      width="reading"
      back={{ href: paths.mfiStaff(mfi.name), label: t('staff.title') }}
      actions={
        <>
          {mfiSwitch}
          <Button {...help('staff')} variant="quiet" icon="plus" onClick={() => setAdding(true)}>
            {t('phoneChange.add')}
          </Button>
        </>
      }
    >
      <PhoneChangeList mfiId={mfi.id} />
      {isAdding && (
        <PhoneChangeDialog
          mfiId={mfi.id}
          onClose={() => setAdding(false)}
          renderPhone={(field) => <OwnPhoneField {...field} />}
        />
      )}
    </Page>
  );
}

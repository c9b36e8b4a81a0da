import { useQuery } from '@tanstack/react-query';
import { PasswordReminder } from '../../features/identity/password-reminder.tsx';
import { OwnPhoneField } from '../../features/identity/own-phone-field.tsx';
import { PendingChanges } from '../../features/identity/pending-changes.tsx';
import { useSavedToast } from '../../features/users/saved-toast.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Held } from '../../ui/hold-until.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OwnFreezes } from '../../features/freezes/own-freezes.tsx';
import { DeviceChoices } from '../../features/users/device-choices.tsx';
import { ProfileForm } from '../../features/users/profile-form.tsx';

/** The own profile. Phone, e-mail and bio are asked for each time: the device does not keep them. */
export default function ProfilePage() {
  const { t } = useText();
  const { user } = useSession();
  const id = user?.id ?? '';
  const profile = useQuery({
    queryKey: queryKeys.user(id),
    queryFn: ({ signal }) => call('findUser', { params: { id } }, { signal }),
    enabled: id !== '',
    // An answer that comes later must not replace the words being typed.
    refetchOnWindowFocus: false,
  });
  useSavedToast();
  return (
    <Page title={t('common.profile')} lead={t('profile.lead')} width="reading">
      {profile.data ? (
        <Stack gap="loose">
          <PasswordReminder />
          <OwnFreezes />
          <PendingChanges user={profile.data} />
          <Card padded>
            <ProfileForm
              key={`${profile.data.email} ${profile.data.phone}`}
              user={profile.data}
              renderPhone={(field) => <OwnPhoneField {...field} />}
            />
          </Card>
          <DeviceChoices />
        </Stack>
      ) : profile.error ? (
        <ErrorState text={errorSentence(profile.error, t)} onRetry={() => void profile.refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

function Waiting() {
  return (
    <Held>
      <Skeleton shape="box" />
    </Held>
  );
}

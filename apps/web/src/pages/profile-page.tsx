import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import formTexts from 'virtual:texts/features/profile/profile-form.tsx';
import { useSavedNotice } from '../features/profile/saved-notice.ts';
import { call } from '../lib/api.ts';
import { errorSentence } from '../lib/error-sentence.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Held } from '../ui/hold-until.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const ProfileForm = lazyPart(() => import('../features/profile/profile-form.tsx'), formTexts);

/** The own profile. Phone, e-mail and bio are asked for each time: the device does not keep them. */
export default function ProfilePage() {
  const { t } = useText();
  const { user } = useSession();
  const id = user?.id ?? '';
  const profile = useQuery({
    queryKey: queryKeys.user(id),
    queryFn: ({ signal }) => call('findUser', { params: { id } }, { signal }),
    enabled: id !== '',
    // What is typed must not be replaced by what is saved.
    refetchOnWindowFocus: false,
  });
  useSavedNotice();
  // Comes while the answer is on its way.
  useEffect(() => ProfileForm.preload(), []);
  return (
    <Page
      title={t('common.profile')}
      lead={t('profile.lead')}
      width="reading"
      back={{ href: paths.home(), label: t('common.home') }}
    >
      {profile.data ? (
        <Suspense fallback={<Waiting />}>
          <Card padded>
            <ProfileForm key={profile.data.id} user={profile.data} />
          </Card>
        </Suspense>
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

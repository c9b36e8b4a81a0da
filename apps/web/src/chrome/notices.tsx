import { Suspense, useEffect } from 'react';
import visitTexts from 'virtual:texts/features/invitations/invitation-visit.tsx';
import { useSearch } from 'wouter';
import { keepFocus } from '../lib/keep-focus.ts';
import { keptInvitation } from '../lib/kept-invitation.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { Questions } from '../ui/questions.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Offline } from './offline.tsx';
import { PageViews } from './page-views.tsx';

const InvitationVisit = lazyPart(() => import('../features/invitations/invitation-visit.tsx'), visitTexts);

/** What no first picture shows: it comes right after it, since an offline banner cannot be fetched offline. */
export default function Notices() {
  useEffect(keepFocus, []);
  return (
    <>
      <OfflineBanner />
      <Offline />
      <Questions />
      <Toasts />
      <PageViews />
      <Invitation />
    </>
  );
}

/** Few come along an invitation link, so the others do not load what it needs. */
function Invitation() {
  const isInvited = useSearch().includes('invitation=') || keptInvitation() !== null;
  return (
    isInvited && (
      <Suspense>
        <InvitationVisit />
      </Suspense>
    )
  );
}

import { useSearch } from 'wouter';
import { keptInvitation } from '../lib/kept-invitation.ts';
import { Questions } from '../ui/questions.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { OfferMoment } from './offer-moment.tsx';
import { Offline } from './offline.tsx';
import { PageViews } from './page-views.tsx';
import { Proofs } from './proofs.tsx';
import { Solving } from './solving.tsx';
import { Reporting } from './reporting.tsx';
import { SessionEnd } from './session-end.tsx';
import { UnheardSignOut } from './unheard-sign-out.tsx';
import { UntoldLanguage } from './untold-language.tsx';
import { UnreadStream } from './unread-stream.tsx';
import { InvitationVisit } from '../features/invitations/invitation-visit.tsx';
import { ShareVisit } from '../features/share/share-visit.tsx';

/** Parts that no first picture shows: they come right after it, since an offline banner cannot be fetched offline. */
export default function Overlays() {
  return (
    <>
      <OfflineBanner />
      <OfferMoment />
      <Offline />
      <Questions />
      <Proofs />
      <Toasts />
      <Solving />
      <SessionEnd />
      <UnheardSignOut />
      <UntoldLanguage />
      <UnreadStream />
      <PageViews />
      <Reporting />
      <Invitation />
      <Shared />
    </>
  );
}

/** Renders for the few who come along an invitation link; the others ask for nothing. */
function Invitation() {
  const isInvited = useSearch().includes('invitation=') || keptInvitation() !== null;
  return isInvited && <InvitationVisit />;
}

/** Renders for the few who come by a person's own share link; the others ask for nothing. */
function Shared() {
  const isShared = useSearch().includes('by=');
  return isShared && <ShareVisit />;
}

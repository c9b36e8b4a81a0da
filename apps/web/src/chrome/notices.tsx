import { Questions } from '../ui/questions.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PageViews } from './page-views.tsx';

/** What no first picture shows: it comes right after it, since an offline banner cannot be fetched offline. */
export default function Notices() {
  return (
    <>
      <OfflineBanner />
      <Questions />
      <Toasts />
      <PageViews />
    </>
  );
}

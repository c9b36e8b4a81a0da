import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Picture } from '../../features/files/picture.tsx';
import { OfficerSelect } from '../../features/mfis/officer-select.tsx';
import type { Officer } from '../../features/mfis/queue-entry.ts';
import { PhoneLink } from '../../features/people/phone-link.tsx';
import { usePerson } from '../../features/people/use-people.ts';
import { OtherLoans } from '../../features/proposals/other-loans.tsx';
import { ProposalFigures } from '../../features/proposals/proposal-figures.tsx';
import { ProposalPicture } from '../../features/proposals/proposal-picture.tsx';
import { TrackRecord } from '../../features/proposals/track-record.tsx';
import { WhoAndWhere } from '../../features/proposals/who-and-where.tsx';
import { languageTag } from '../../features/proposals/use-story.ts';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewTranslations } from './review-translations.tsx';
import styles from './review.module.css';

type Props = {
  proposal: ProposalDetails;
  /** The pictures besides the main one. */
  album: DataOf<'listGalleryImages'>;
  /** The statements about the pictures (R14.3); none without any. */
  checks: readonly string[];
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
  officerId: string | null;
  officers: readonly Officer[];
  mfi: { id: string; name: string };
};

/** One case: all of its pictures, each whole, and beside it what is answered for, the facts, and the person to call. */
export function ReviewCase({ proposal, album, checks, ticked, onTick, officerId, officers, mfi }: Props) {
  const { t } = useStaffText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A dialog opens in an effect of its own, later than those of its content. On a phone the pictures above stay in view.
    queueMicrotask(() => heading.current?.focus({ preventScroll: true }));
  }, []);
  const tick = (check: string, isTicked: boolean) => {
    const others = [...ticked].filter((other) => other !== check);
    onTick(new Set(isTicked ? [...others, check] : others));
  };
  return (
    <div className={styles.case}>
      <div className={styles.pictures}>
        {(proposal.image !== null || album.length === 0) && <ProposalPicture proposal={proposal} />}
        {album.map(({ id, image, imageBlur, alt }) => (
          <div key={id}>
            <Picture image={image} blur={imageBlur} alt={alt} sizes="(max-width: 860px) 100vw, 700px" />
          </div>
        ))}
      </div>
      <Stack>
        <div>
          <h3 ref={heading} tabIndex={-1} dir="auto" lang={languageTag(proposal.storyLanguage)}>
            {proposal.title}
          </h3>
          <WhoAndWhere proposal={proposal} />
        </div>
        {checks.length > 0 && (
          <FieldGroup label={t('mfi.review.checks')}>
            {checks.map((check) => (
              <CheckboxField
                key={check}
                label={check}
                checked={ticked.has(check)}
                onCheckedChange={(isTicked) => tick(check, isTicked)}
              />
            ))}
          </FieldGroup>
        )}
        <ProposalFigures proposal={proposal} />
        <TrackRecord proposal={proposal} className={undefined} />
        <p dir="auto" lang={languageTag(proposal.storyLanguage)} className={styles.words}>
          {proposal.description}
        </p>
        <ReviewTranslations proposal={proposal} />
        <Borrower mfi={mfi} personId={proposal.userId} />
        {proposal.allowedActions.includes('seeOtherLoans') && <OtherLoans proposal={proposal} />}
        <div className={styles.beside}>
          <span aria-hidden="true">{t('mfi.officer.column')}</span>
          <OfficerSelect
            proposal={{ proposalId: proposal.id, title: proposal.title, officerId }}
            officers={officers}
            mfiName={mfi.name}
          />
        </div>
        <Link href={paths.proposal(mfi.name, proposal.id)}>{t('mfi.review.page')}</Link>
      </Stack>
    </div>
  );
}

/** The person behind the proposal: to be called, and known from before. */
function Borrower({ mfi, personId }: { mfi: Props['mfi']; personId: string }) {
  const { t } = useStaffText();
  const { data: person } = usePerson(mfi.id, personId);
  if (!person) return null;
  return (
    <div className={styles.beside}>
      <PhoneLink person={person} />
      <Link href={paths.mfiPerson(mfi.name, person.id)}>
        {t('people.known', { loans: person.loansCount, notes: person.notes.length })}
      </Link>
    </div>
  );
}

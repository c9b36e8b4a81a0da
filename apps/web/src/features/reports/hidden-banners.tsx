import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';
import { Picture } from '../files/picture.tsx';
import { AppealDialog } from './appeal-dialog.tsx';
import styles from './hidden-banners.module.css';

/** The banners on the page of a proposal that tell those who still see it what reports hide from others (R34.6). */
export function HiddenBanners({ proposal }: { proposal: ProposalDetails }) {
  return proposal.hidden.map((hidden) => <HiddenBanner key={hidden.id} proposal={proposal} hidden={hidden} />);
}

const SENTENCES = {
  proposal: { hidden: 'report.hiddenProposal', hidden_for_good: 'report.hiddenForGood' },
  update: { hidden: 'report.hiddenUpdate', hidden_for_good: 'report.updateForGood' },
  message: { hidden: 'report.hiddenMessage', hidden_for_good: 'report.messageForGood' },
  picture: { hidden: 'report.hiddenPicture', hidden_for_good: 'report.pictureForGood' },
  person: { hidden: 'report.hiddenPerson', hidden_for_good: 'report.personForGood' },
} as const;

type Props = { proposal: ProposalDetails; hidden: ProposalDetails['hidden'][number] };

function HiddenBanner({ proposal, hidden }: Props) {
  const { t, format } = useText();
  const [isAppealing, setAppealing] = useState(false);
  const { id, state, hiddenAt, deadlineStandsUntil, reason, appealedAt, answer, mayAppeal } = hidden;
  const mfi = proposal.mfiName;
  return (
    <Banner tone="warm" icon="flag">
      <p>{t(SENTENCES[hidden.kind][state], { mfi })}</p>
      {hidden.kind !== 'proposal' && hidden.words !== '' && (
        <p dir="auto">{t('report.words', { words: hidden.words })}</p>
      )}
      {hidden.image !== null && (
        <div className={styles.picture}>
          <Picture image={hidden.image} pass={hidden.picturePass} alt={t('report.hiddenHere')} sizes="10rem" />
        </div>
      )}
      <p>{t('report.hiddenSince', { date: format.date(hiddenAt) })}</p>
      {deadlineStandsUntil && <p>{t('report.deadlineStands', { date: format.date(deadlineStandsUntil) })}</p>}
      {reason !== null && <p dir="auto">{reason}</p>}
      {appealedAt && answer === null && <p>{t('report.appealed', { date: format.date(appealedAt) })}</p>}
      {answer !== null && <p dir="auto">{t('report.answer', { answer })}</p>}
      {mayAppeal && (
        <Row>
          <Button {...help('appeal')} small variant="quiet" onClick={() => setAppealing(true)}>
            {t('report.appeal')}
          </Button>
        </Row>
      )}
      {isAppealing && <AppealDialog caseId={id} proposalId={proposal.id} onClose={() => setAppealing(false)} />}
    </Banner>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { galleryQuery } from '../../lib/gallery-query.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row } from '../../ui/page.tsx';
import { Picture } from '../files/picture.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import styles from './photo-album.module.css';
import { PictureStrip } from './picture-strip.tsx';

type Props = {
  proposal: ProposalSummary;
  /** The main picture as the page draws it; it stays the first, and the frame keeps its size. */
  main: ReactNode;
};

/** The main picture of a proposal with those of its album beside it; where there are none, the main picture alone. */
export default function PhotoAlbum({ proposal, main }: Props) {
  const { t } = useText();
  const [opened, setOpened] = useState<number | null>(null);
  const [index, setIndex] = useState(0);
  const album = useQuery(galleryQuery(proposal.id));
  const pictures = album.data ?? [];
  if (pictures.length === 0) return main;
  const title = t('updates.album.label', { title: proposal.title });
  const whole = [...(proposal.image ? [mainPicture(proposal)] : []), ...pictures];
  const open = () => setOpened(Math.max(0, index - (proposal.image ? 0 : 1)));
  return (
    <div className={styles.album}>
      <PictureStrip label={title} index={index} onIndexChange={setIndex}>
        {main}
        {pictures.map(({ id, image, imageBlur, alt }) => (
          <Picture key={id} image={image} blur={imageBlur} alt={alt} sizes="(max-width: 860px) 100vw, 700px" />
        ))}
      </PictureStrip>
      <IconButton className={styles.open} icon="search" name={t('updates.album.open')} tip="below" onClick={open} />
      {opened !== null && (
        <WholePictures
          title={title}
          proposal={proposal}
          pictures={whole}
          start={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

type WholePicture = { image: string; imageBlur: string | null; alt: string };

function mainPicture({ image, imageBlur, imageAlt, title }: ProposalSummary): WholePicture {
  return { image: image ?? '', imageBlur, alt: imageAlt || title };
}

type WholeProps = {
  title: string;
  proposal: ProposalSummary;
  pictures: readonly WholePicture[];
  start: number;
  onClose: () => void;
};

/** The whole picture, as large as the window allows. */
function WholePictures({ title, proposal, pictures, start, onClose }: WholeProps) {
  const [index, setIndex] = useState(start);
  const { t } = useText();
  const { user } = useSession();
  const shown = pictures[index];
  return (
    <Dialog title={t('updates.album.open')} about={proposal.title} onClose={onClose} wide>
      <div className={styles.whole}>
        <PictureStrip label={title} index={index} onIndexChange={setIndex} takesFocus>
          {pictures.map(({ image, imageBlur, alt }) => (
            <Picture key={image} image={image} blur={imageBlur} alt={alt} sizes="(max-width: 800px) 100vw, 760px" />
          ))}
        </PictureStrip>
      </div>
      <p className={styles.caption} dir="auto">
        {shown?.alt}
      </p>
      {user && user.id !== proposal.userId && shown && (
        <Row>
          <ReportButton things={[{ kind: 'picture', proposalId: proposal.id, key: shown.image }]} />
        </Row>
      )}
    </Dialog>
  );
}

import { useId } from 'react';
import styles from '../../features/mfis/start.module.css';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';

type Props = { id: string; sentence: string };

/** Tells a visitor who came from a loan what they are about to do, and offers the two ways on. */
export function LoanAhead({ id, sentence }: Props) {
  const { t } = useText();
  const mfiName = useMfiName();
  const labelId = useId();
  return (
    <div className={styles.ahead}>
      <Card as="section" padded labelledBy={labelId}>
        <Stack>
          <p id={labelId} className={styles.aheadTitle}>
            {sentence}
          </p>
          <Row>
            <LinkButton href={paths.toBack(paths.register(mfiName), id)} icon="hands">
              {t('identity.backing.createAccount')}
            </LinkButton>
            <LinkButton href={paths.toBack(paths.login(mfiName), id)} variant="quiet">
              {t('common.logIn')}
            </LinkButton>
          </Row>
        </Stack>
      </Card>
    </div>
  );
}

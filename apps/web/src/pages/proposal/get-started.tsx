import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import styles from './proposal-page.module.css';

type Props = { proposal: ProposalDetails; canBack: boolean; onShare: () => void };

/**
 * Takes the place of the actions for a visitor, who comes back to this proposal after registering or logging in, and
 * may back it.
 */
export function GetStarted({ proposal, canBack, onShare }: Props) {
  const { t } = useText();
  const start = paths.start(proposal.mfiName);
  const wayIn = canBack
    ? { href: paths.toBack(start, proposal.id) }
    : { href: start, state: { returnTo: paths.proposal(proposal.mfiName, proposal.id) } };
  return (
    <Stack gap="tight">
      {canBack && (
        <>
          <LinkButton href={paths.toBack(paths.register(proposal.mfiName), proposal.id)} icon="hands" wide>
            {t('money.actions.invest')}
          </LinkButton>
          <p className={styles.note}>{t('proposal.getStartedText', { name: proposal.user.firstName })}</p>
        </>
      )}
      <Row>
        {proposal.allowedActions.includes('share') && (
          <Button {...help('share')} variant="quiet" icon="share" onClick={onShare}>
            {t('share.action')}
          </Button>
        )}
        <LinkButton {...wayIn} variant={canBack ? 'plain' : 'primary'}>
          {t('proposal.getStarted')}
        </LinkButton>
      </Row>
    </Stack>
  );
}

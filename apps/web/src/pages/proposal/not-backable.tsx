import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';

/**
 * Takes the place of the button for people who would back an open loan that takes no backing now; `why` as far as it is
 * known.
 */
export function NotBackable({ proposal: { mfiName }, why }: { proposal: ProposalDetails; why: string | null }) {
  const { t } = useText();
  return (
    <Stack gap="tight">
      <p>{t('proposal.notBackable', { why: why ?? '', mfi: mfiName })}</p>
      <Row>
        <LinkButton href={paths.invest(mfiName)} variant="quiet" icon="arrow-forward">
          {t('proposal.otherLoans')}
        </LinkButton>
      </Row>
    </Stack>
  );
}

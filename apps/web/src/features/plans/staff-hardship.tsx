import { lazy, Suspense, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { offerWords } from './hardship-words.ts';

const PlanDialog = lazy(() => import('./plan-dialog.tsx'));
const RefuseHardshipDialog = lazy(() => import('./refuse-hardship-dialog.tsx'));

/** The borrower has said that they cannot pay: what they offer, and the two answers of staff (R28.2). */
export default function StaffHardship({ proposal }: { proposal: ProposalDetails }) {
  const text = useMoneyText();
  const { t, format } = text;
  const [answer, setAnswer] = useState<'plan' | 'no' | null>(null);
  const query = { proposalId: proposal.id };
  const open = useList('listHardships', queryKeys.hardships(proposal.id), query).rows?.find(
    ({ state }) => state === 'open',
  );
  const plans = useList('listPlanChanges', queryKeys.planChanges(proposal.id), query).rows;
  if (open === undefined) return null;
  // A plan that waits for a second person may be the answer; one that waits for the borrower was before the request.
  const has = (wanted: 'entered' | 'approved') => plans?.some(({ state }) => state === wanted) ?? true;
  return (
    <Banner tone="warm" icon="hands">
      <Stack gap="tight">
        <p>{t('hardship.asked', { date: format.date(open.askedAt) })}</p>
        <p>{offerWords(open, text)}</p>
        {open.note !== '' && <p dir="auto">{open.note}</p>}
        {!has('entered') && (
          <Row>
            {!has('approved') && (
              <Button {...help('answerHardship')} icon="calendar" onClick={() => setAnswer('plan')}>
                {t('plans.propose')}
              </Button>
            )}
            <Button {...help('answerHardship')} variant="quiet" onClick={() => setAnswer('no')}>
              {t('hardship.refuse')}
            </Button>
          </Row>
        )}
      </Stack>
      <Suspense fallback={null}>
        {answer === 'plan' && <PlanDialog proposal={proposal} offer={open} onClose={() => setAnswer(null)} />}
        {answer === 'no' && <RefuseHardshipDialog proposal={proposal} onClose={() => setAnswer(null)} />}
      </Suspense>
    </Banner>
  );
}

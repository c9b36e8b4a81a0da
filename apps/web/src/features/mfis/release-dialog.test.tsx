import { expect, test, vi } from 'vitest';
import { fake } from '../../test/fake-endpoint.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { subjectOf } from './decision-subject.ts';
import { ReleaseDialog } from './release-dialog.tsx';

test('money on its way keeps the rest back; to advance it is an act of its own (R20.5)', async () => {
  const sent: unknown[] = [];
  fake('releaseFunds', ({ body }) => {
    sent.push(body);
    if (sent.length === 1) return { refusal: 'unpaid_backings', unpaidAmount: 60, unpaidBackers: 2 };
    return { id: '169', status: 5, isMFIApproved: true };
  });
  const onClose = vi.fn();
  const screen = await renderPage(<ReleaseDialog subject={subjectOf(SEWING_MACHINE)} onClose={onClose} />, {
    path: '/App/Home',
  });
  await screen.getByRole('button', { name: 'Release $100' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/Not all of it has come yet.*Still on the way\s*\$60.*Backers\s*2/);
  await expect
    .element(dialog.getByRole('link', { name: 'See from whom and until when' }))
    .toHaveAttribute('href', '/App/MFIAwaited/ROI');
  expect(sent).toEqual([undefined]);
  await dialog.getByRole('button', { name: 'Advance $60' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/ROI.* pays .*\$60.* itself and takes the place of 2 backers/);
  await question.getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([undefined, { advance: true }]);
});

test('the person who approved may not advance, and reads why (R19.8)', async () => {
  fake('releaseFunds', ({ body }) =>
    body?.advance
      ? { refusal: 'second_person_needed' }
      : { refusal: 'unpaid_backings', unpaidAmount: 60, unpaidBackers: 1 },
  );
  const onClose = vi.fn();
  const screen = await renderPage(<ReleaseDialog subject={subjectOf(SEWING_MACHINE)} onClose={onClose} />, {
    path: '/App/Home',
  });
  await screen.getByRole('button', { name: 'Release $100' }).click();
  await screen.getByRole('button', { name: 'Advance $60' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A second person has to confirm this.');
  expect(onClose).not.toHaveBeenCalled();
});

test('a page that knows what is on the way says so before anything is asked (R20.5)', async () => {
  const proposal = { ...SEWING_MACHINE, awaitedAmount: 60, backersAwaited: 2 };
  const screen = await renderPage(<ReleaseDialog subject={subjectOf(proposal)} onClose={vi.fn()} />, {
    path: '/App/proposal',
  });
  await expect.element(screen.getByRole('heading', { name: 'Not all of it has come yet' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Release $100' })).not.toBeInTheDocument();
});

test('a release says that two can undo it until the money is sent (R31.3)', async () => {
  const screen = await renderPage(<ReleaseDialog subject={subjectOf(SEWING_MACHINE)} onClose={vi.fn()} />, {
    path: '/App/Home',
  });
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/Two of the staff can undo this until the money is sent\./);
});

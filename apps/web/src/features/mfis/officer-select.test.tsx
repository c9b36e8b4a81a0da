import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { fake } from '../../test/fake-endpoint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { OfficerSelect } from './officer-select.tsx';

const OFFICERS = [
  { id: '91', name: 'Kamal Hossain' },
  { id: '92', name: 'Nadia Islam' },
];

/** The select on a page where a `given` event brings the officer that the server tells. */
function Given() {
  const [officerId, setOfficerId] = useState<string | null>(null);
  useEffect(() => {
    // Each answer is drawn by itself: two that React drew as one would hide the first from the select.
    const change = (event: Event) => flushSync(() => setOfficerId((event as CustomEvent<string | null>).detail));
    addEventListener('given', change);
    return () => removeEventListener('given', change);
  }, []);
  const proposal = { proposalId: '169', title: 'Sewing machine', officerId };
  return <OfficerSelect proposal={proposal} officers={OFFICERS} mfiName="ROI" />;
}
const tell = (detail: string | null) => dispatchEvent(new CustomEvent('given', { detail }));

test('an officer who was chosen here is shown no longer than a colleague leaves it so', async () => {
  fake('assignOfficer', () => ({ id: '169', officerId: '91', area: null }));
  const screen = await renderPage(<Given />, { path: '/App/MFI/ROI' });
  const officer = screen.getByRole('combobox');
  await officer.selectOptions('Kamal Hossain');
  await expect.element(officer).toHaveValue('91');
  tell('91');
  await expect.element(officer).toBeEnabled();
  tell(null);
  await expect.element(officer).toHaveValue('');
});

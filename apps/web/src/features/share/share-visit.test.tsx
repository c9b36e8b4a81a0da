import { expect, test } from 'vitest';
import { fake } from '../../test/fake-endpoint.ts';
import { keptShareCode } from '../../lib/share-code.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ShareVisit } from './share-visit.tsx';

test('the code of an own link leaves the address, and the update that it leads to stays (R17.11)', async () => {
  fake('countVisit', () => ({}));
  await renderPage(<ShareVisit />, { path: '/App/proposal?mfi=ROI&id=169&by=k3mp7w2x#update-7' });
  await expect.poll(() => location.search + location.hash).toBe('?mfi=ROI&id=169#update-7');
  expect(keptShareCode()).toEqual({ shareCode: 'k3mp7w2x' });
  sessionStorage.clear();
});

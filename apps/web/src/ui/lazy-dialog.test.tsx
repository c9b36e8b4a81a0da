import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../test/render-page.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

test('a dialog whose file did not come asks for it again at the next opening', async () => {
  let asked = 0;
  const Greeting = lazyDialog<{ onClose: () => void }>(async () => {
    asked += 1;
    if (asked === 1) throw new Error('The file did not come.');
    return { default: () => <p>Good morning</p> };
  });
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen ? <Greeting onClose={() => setOpen(false)} /> : <p>Closed</p>}
      </>
    );
  }
  const screen = await renderPage(<Page />, { path: '/' });
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByText(/^This part could not be shown/)).toBeVisible();
  await expect.element(screen.getByText('Closed')).toBeVisible();
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByText('Good morning')).toBeVisible();
  expect(asked).toBe(2);
});

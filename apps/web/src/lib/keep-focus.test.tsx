import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { keepFocus } from './keep-focus.ts';

type Change = (cards: readonly string[]) => readonly string[];

function List({ change }: { change: Change }) {
  const [cards, setCards] = useState<readonly string[]>(['First', 'Second', 'Third']);
  useEffect(keepFocus, []);
  return (
    <main tabIndex={-1}>
      <section aria-label="Invited">
        {cards.map((name) => (
          <article key={name}>
            <button type="button" onClick={() => setCards(change)}>
              {name}
            </button>
          </article>
        ))}
      </section>
    </main>
  );
}

async function press(change: Change, name: string) {
  const screen = await render(<List change={change} />);
  screen.getByRole('button', { name }).element().focus();
  await userEvent.keyboard('{Enter}');
  return screen;
}

it('the region around it takes the focus of a card that is gone, and the next stop is the card after it', async () => {
  const screen = await press((cards) => cards.slice(1), 'First');
  await expect.element(screen.getByRole('button', { name: 'First' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('region', { name: 'Invited' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Second' })).toHaveFocus();
});

it('a card that only moves keeps the focus', async () => {
  const screen = await press((cards) => cards.toReversed(), 'First');
  await expect.element(screen.getByRole('article').last()).toHaveTextContent('First');
  await expect.element(screen.getByRole('button', { name: 'First' })).toHaveFocus();
});

it('the focus stays where it is when it was outside of the removed part', async () => {
  const screen = await render(
    <>
      <input aria-label="Words" />
      <List change={(cards) => cards.slice(1)} />
    </>,
  );
  const field = screen.getByRole('textbox', { name: 'Words' });
  field.element().focus();
  (screen.getByRole('button', { name: 'First' }).element() as HTMLButtonElement).click();
  await expect.element(screen.getByRole('button', { name: 'First' })).not.toBeInTheDocument();
  expect(document.activeElement).toBe(field.element());
});

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../test/render-page.tsx';
import { useIsAnswered } from './use-is-answered.ts';

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <p>{useIsAnswered() ? 'later parts' : 'first parts'}</p>
      {children}
    </>
  );
}

function Asking({ question }: { question: () => Promise<string> }) {
  const { data = 'waits' } = useQuery({ queryKey: ['question'], queryFn: question });
  return <p>{data}</p>;
}

test('later parts come when the first answers have, and not before', async () => {
  const answer = Promise.withResolvers<string>();
  const screen = await renderPage(
    <Frame>
      <Asking question={() => answer.promise} />
    </Frame>,
    { path: '/App/Home' },
  );
  await expect.element(screen.getByText('first parts')).toBeVisible();
  expect(document.readyState).toBe('complete');
  answer.resolve('answered');
  await expect.element(screen.getByText('answered')).toBeVisible();
  await expect.element(screen.getByText('later parts')).toBeVisible();
});

test('later parts wait for what the first answers ask for', async () => {
  const second = Promise.withResolvers<string>();
  function First() {
    const { data } = useQuery({ queryKey: ['first'], queryFn: async () => 'first answer' });
    return data !== undefined && <Asking question={() => second.promise} />;
  }
  const screen = await renderPage(
    <Frame>
      <First />
    </Frame>,
    { path: '/App/Home' },
  );
  await expect.element(screen.getByText('waits')).toBeVisible();
  // Longer than the pause that ends the first answers.
  await new Promise((resolve) => setTimeout(resolve, 800));
  await expect.element(screen.getByText('first parts')).toBeVisible();
  second.resolve('answered');
  await expect.element(screen.getByText('later parts')).toBeVisible();
});

test('an answer that does not come holds the later parts up for three seconds', async () => {
  const screen = await renderPage(
    <Frame>
      <Asking question={() => new Promise<string>(() => {})} />
    </Frame>,
    { path: '/App/Home' },
  );
  await expect.element(screen.getByText('first parts')).toBeVisible();
  await expect.element(screen.getByText('later parts'), { timeout: 8_000 }).toBeVisible();
});

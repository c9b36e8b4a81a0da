import type { StoryBook } from './money-stories.ts';

/** The books in which loans end in other ways than being repaid. */
export type EndBook = StoryBook & {
  /** Gives up the whole claim of a backer (R30.1). */
  forgive(id: string, user: string): void | Promise<void>;
  /** Writes a loan off, after a default (R29.3). */
  writeOff(id: string): void | Promise<void>;
  /** The institution takes a debt of a person over (R20.11). */
  takeDebtOver(user: string): void | Promise<void>;
};
type EndStory = (book: EndBook, step: () => void | Promise<void>) => Promise<void>;

async function released(book: EndBook, amount: number, backings: Readonly<Record<string, number>>): Promise<void> {
  await book.publish('1', 'o', amount);
  for (const [user, backed] of Object.entries(backings)) {
    await book.back('1', user, backed);
    await book.receive(user, backed);
  }
  await book.release('1');
  await book.send('1');
}

/** The life up to each step of a vector, in the words of the vector. */
export const END_STORIES: Readonly<Record<string, EndStory>> = {
  async V18(book, step) {
    await released(book, 10_000, { a: 5000, b: 5000 });
    await book.pay('1', 4000);
    await step();
    await book.forgive('1', 'b');
    await step();
    await book.pay('1', 1000);
    await step();
    await book.reverse('1', 4000);
    await step();
    await book.pay('1', 6000);
    await step();
  },
  async V19(book, step) {
    await released(book, 9999, { a: 2500, b: 5000, c: 2499 });
    await book.pay('1', 833);
    await step();
    await book.writeOff('1');
    await step();
    await book.pay('1', 1000);
    await step();
    await book.pay('1', 700);
    await step();
    await book.reverse('1', 1000);
    await step();
    await book.pay('1', 8466);
    await step();
  },
  async V20(book, step) {
    await released(book, 9000, { a: 3000, b: 2501, c: 3499 });
    await book.pay('1', 1000);
    await step();
    await book.post?.(['wallet:a:m', 'world:a', 333]);
    await step();
    await book.bounce('a', 3000);
    await step();
    await book.forgive('1', 'b');
    await step();
    await book.pay('1', 700);
    await step();
    await book.reverse('1', 1000);
    await step();
    await book.pay('1', 6076);
    await step();
    await book.takeDebtOver('a');
    await step();
  },
};

import { expect } from 'vitest';
import type { CalendarDate } from '../calendar-date.ts';
import vectors from './money-vectors.json' with { type: 'json' };

export type VectorStep = { readonly balances: Readonly<Record<string, number>>; readonly proposals: object };
export function vectorOf<Facts = unknown>(name: string): Facts {
  return vectors.vectors.find((one) => one.name.startsWith(`${name} `)) as unknown as Facts;
}
export function stepsOf(name: string): readonly VectorStep[] {
  return vectorOf<{ readonly steps: VectorStep[] }>(name).steps;
}

const day = (text: string) => ({ payBy: text as CalendarDate });

/** The books in which a story happens: kept by the rules alone, or by the server. */
export type StoryBook = {
  publish(id: string, owner: string, amount: number): void | Promise<void>;
  back(id: string, user: string, amount: number, wish?: Wish): void | Promise<void>;
  receive(user: string, amount: number): void | Promise<void>;
  payWithCredit(user: string): void | Promise<void>;
  lapse(id: string, user: string): void | Promise<void>;
  /** False where money is awaited and nobody advances it. */
  release(id: string, isAdvanced?: boolean): boolean | Promise<boolean>;
  send(id: string): void | Promise<void>;
  close(id: string): void | Promise<void>;
  pay(id: string, amount: number): void | Promise<void>;
  bounce(user: string, amount: number): void | Promise<void>;
  /** The last payment of this sum is taken back. */
  reverse(id: string, amount: number): void | Promise<void>;
  give(user: string, amount: number): void | Promise<void>;
  lendGift(id: string, amount: number): void | Promise<void>;
  /** The credit of a person is lent by a rule, at most this much for a loan. */
  relend(user: string, perLoan: number): void | Promise<void>;
  /** The institution takes its own money out. */
  draw(amount: number): void | Promise<void>;
  balance(account: string): number | Promise<number>;
  /** Credit that leaves, or comes back. */
  post(...movements: ReadonlyArray<readonly [from: string, to: string, amount: number]>): void | Promise<void>;
};
type Wish = { readonly payBy?: CalendarDate; readonly useCredit?: boolean };
type Story = (book: StoryBook, step: () => void | Promise<void>) => Promise<void>;

/** The life up to each step of a vector, in the words of the vector. */
export const STORIES: Readonly<Record<string, Story>> = {
  async V2(book, step) {
    await book.publish('1', 'o', 4000);
    await book.publish('2', 'o', 6000);
    await book.back('1', 'a', 1500, day('2026-11-28'));
    await book.back('2', 'a', 2000);
    await step();
    await book.receive('a', 3500);
    await step();
  },
  async V3(book, step) {
    await book.publish('1', 'o', 4000);
    await book.publish('2', 'o', 6000);
    await book.back('1', 'a', 1500, day('2026-11-28'));
    await book.back('2', 'a', 2000);
    await book.back('2', 'b', 4000);
    await book.receive('b', 4000);
    await step();
    expect(await book.release('2')).toBe(false);
    await book.receive('a', 2200);
    await step();
    await book.lapse('2', 'a');
    await step();
    await book.receive('a', 1300);
    await step();
    await book.back('2', 'a', 1300, { ...day('2026-12-05'), useCredit: false });
    await step();
    await book.payWithCredit('a');
    await step();
  },
  async V4(book, step) {
    await book.publish('1', 'o', 4000);
    await book.back('1', 'a', 4000);
    await book.lapse('1', 'a');
    await step();
    await book.back('1', 'b', 4000);
    await book.receive('b', 4000);
    await step();
    expect(await book.release('1')).toBe(true);
    await step();
  },
  async V5(book, step) {
    await book.publish('1', 'o', 4000);
    await book.back('1', 'a', 1000);
    await book.receive('a', 1250);
    await step();
    await book.receive('a', 1250);
    await step();
    await book.post(['wallet:a:m', 'leaving:a:m', 1500]);
    await step();
    await book.post(['leaving:a:m', 'world:a', 1500]);
    await step();
    await book.post(['world:a', 'wallet:a:m', 1500]);
    await step();
  },
  async V6(book, step) {
    await book.publish('1', 'o', 4000);
    await book.back('1', 'a', 4000);
    await book.receive('a', 4000);
    await step();
    await book.bounce('a', 4000);
    await step();
    expect(await book.release('1')).toBe(false);
  },
  async V7(book, step) {
    await book.publish('1', 'o', 9000);
    await book.back('1', 'a', 3000);
    await book.back('1', 'b', 6000);
    await book.receive('a', 3000);
    await book.receive('b', 6000);
    await book.release('1');
    await book.send('1');
    await book.pay('1', 1000);
    await step();
    await book.bounce('a', 3000);
    await step();
    await book.pay('1', 8000);
    await step();
  },
  async V8(book, step) {
    await book.publish('1', 'o', 9000);
    await book.back('1', 'a', 3000);
    await book.back('1', 'b', 6000);
    await book.receive('a', 1000);
    await book.receive('b', 6000);
    await step();
    await book.release('1', true);
    await step();
    await book.receive('a', 2000);
    await step();
    await book.send('1');
    await book.pay('1', 1000);
    await step();
    await book.pay('1', 8000);
    await step();
    await book.draw(2000);
    await step();
  },
  async V9(book, step) {
    await book.publish('1', 'o', 9000);
    await book.back('1', 'a', 9000);
    await book.receive('a', 9000);
    await book.release('1');
    await book.send('1');
    await book.pay('1', 3000);
    await step();
    await book.publish('2', 'o', 8000);
    await book.back('2', 'a', 5000);
    await book.back('2', 'b', 500);
    await book.receive('a', 400);
    await step();
    await book.close('2');
    await step();
  },
  async V10(book, step) {
    await book.publish('1', 'o', 9999);
    for (const [user, amount] of [
      ['a', 2500],
      ['b', 5000],
      ['c', 2499],
    ] as const) {
      await book.back('1', user, amount);
      await book.receive(user, amount);
    }
    await book.release('1');
    await book.send('1');
    for (let index = 0; index < 3; index += 1) {
      await book.pay('1', 833);
    }
    await step();
    await book.pay('1', 7500);
    await step();
    await book.post(['wallet:a:m', 'world:a', 2500]);
    await step();
    await book.reverse('1', 833);
    await step();
    await book.pay('1', 833);
    await step();
  },
  async V11(book, step) {
    await book.publish('1', 'o', 4000);
    await book.back('1', 'a', 4000);
    await book.receive('a', 4000);
    await book.release('1');
    await book.send('1');
    await book.pay('1', 3500);
    await step();
    await book.pay('1', 500);
    await book.receive('o', 120);
    await step();
  },
  async V12(book, step) {
    await book.publish('1', 'o', 4000);
    await book.back('1', 'a', 4000);
    await book.receive('a', 4000);
    await book.release('1');
    await book.send('1');
    await book.pay('1', 2200);
    await book.give('a', 700);
    await step();
    await book.publish('2', 'o', 3000);
    await book.lendGift('2', 700);
    await step();
    await book.relend('a', 1000);
    await step();
  },
  async V21(book, step) {
    await book.publish('1', 'o', 5000);
    await book.back('1', 'a', 5000);
    await book.receive('a', 4900);
    await book.receive('a', 100);
    await book.release('1');
    await book.send('1');
    await step();
    await book.bounce('a', 100);
    await step();
    await book.pay('1', 1000);
    await step();
    await book.pay('1', 4000);
    await step();
    await book.draw(await book.balance('wallet:house:m'));
    await step();
  },
  async V23(book, step) {
    for (const id of ['1', '2']) {
      await book.publish(id, 'o', 3000);
      await book.back(id, 'a', 3000);
      await book.receive('a', 3000);
      await book.release(id);
      await book.send(id);
    }
    await book.pay('1', 1000);
    await book.pay('2', 500);
    await step();
    await book.publish('4', 'o', 4000);
    await book.publish('3', 'o', 4000);
    await book.back('3', 'a', 2000, { ...day('2026-11-28'), useCredit: false });
    await book.receive('a', 1200);
    await step();
    await book.receive('a', 800);
    await book.back('4', 'a', 2500);
    await book.receive('a', -(await book.balance('awaited:4')));
    await book.pay('2', 300);
    await step();
    await book.bounce('a', 3000);
    await step();
    await book.bounce('a', 3000);
    await step();
  },
};

/** A place in the window, in CSS pixels from its upper left corner. */
export type Point = { readonly x: number; readonly y: number };

/** The window of one person: no other window shares its cookies, its storage or its service worker. */
export type Tab = {
  /** Resolves when the page has loaded; rejects where the browser shows its own page of errors instead. */
  readonly goto: (address: string) => Promise<void>;
  /** Runs a function in the page. It is handed over as text, so it knows nothing but its argument. */
  readonly run: <Argument, Result>(
    inPage: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>;
  readonly press: (point: Point) => Promise<void>;
  /** Types where the focus is. */
  readonly type: (words: string) => Promise<void>;
  readonly pressEnter: () => Promise<void>;
  /** Chooses one file in the first element of the selector. */
  readonly attach: (selector: string, file: string) => Promise<void>;
  readonly screenshot: () => Promise<Buffer>;
  /** The errors in the console so far. */
  readonly errors: () => Promise<readonly string[]>;
};

export type Browser = {
  readonly open: (width: number) => Promise<Tab>;
  readonly close: () => Promise<void>;
};

export const HEIGHT = 740;

/** The call of a function in the page, as an expression whose value is text or a promise of it. */
export function expressionOf(inPage: (argument: never) => unknown, argument: unknown): string {
  const value = argument === undefined ? 'undefined' : JSON.stringify(argument);
  return `Promise.resolve((${String(inPage)})(${value})).then((result) => JSON.stringify({ result }))`;
}

export function resultOf<Result>(text: string): Result {
  return (JSON.parse(text) as { result: Result }).result;
}

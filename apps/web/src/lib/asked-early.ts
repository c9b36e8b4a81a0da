/** Answers by their addresses, which `ask-early.ts` asked for before the app was there, in the name of `token`. */
export type AskedEarly = { token: string; answers: Map<string, Promise<Response>> };

/** Older answers are not those of this visit's first picture. */
const FRESH_MS = 30_000;

/** The answer that is on its way to the same question of the same person. Each is given once: a second question is a new one. */
export function takeAskedEarly(address: string, token: string | null): Promise<Response> | undefined {
  const early = (globalThis as { askedEarly?: AskedEarly }).askedEarly;
  if (early === undefined || early.token !== token || performance.now() > FRESH_MS) return undefined;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer;
}

/** One side of a comparison. */
export type Side = {
  readonly name: string;
  /** Called before each round; its time does not count. */
  readonly prepare?: () => Promise<void>;
  /** Works for about `seconds` and returns its rate, such as operations per second. */
  readonly measure: (seconds: number) => Promise<number>;
};

export type Claim = {
  readonly title: string;
  readonly above: Side;
  readonly below: Side;
  readonly unit: string;
  readonly rounds?: number;
  readonly seconds?: number;
  /** The run fails when the median ratio is below. Without one the ratio is only reported. */
  readonly required?: number;
  /** The project's aim, when it is above the bar. */
  readonly aim?: number;
};

export type Result = {
  readonly claim: Claim;
  readonly ratio: Spread;
  readonly above: Spread;
  readonly below: Spread;
  readonly isMet: boolean;
};

export type Spread = { readonly median: number; readonly lowest: number; readonly highest: number };

const ROUNDS = 5;
const SECONDS = 2;
/** Node compiles what is used often after some seconds of load, and a server runs for days. */
const WARM_UP_SECONDS = 5;

/**
 * Measures both sides by turns, so that other work of the machine falls on both alike, and takes one ratio of each
 * round. Only ratios travel from one machine to another.
 */
export async function compare(claim: Claim): Promise<Result> {
  const { above, below, rounds = ROUNDS, seconds = SECONDS } = claim;
  const run = async (side: Side, duration: number): Promise<number> => {
    await side.prepare?.();
    return side.measure(duration);
  };
  for (const side of [above, below]) await run(side, WARM_UP_SECONDS);
  const pairs: { above: number; below: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The sides take turns at going first, so that neither always finds the colder machine.
    const first = round % 2 === 0 ? above : below;
    const values = new Map<Side, number>();
    for (const side of [first, first === above ? below : above]) values.set(side, await run(side, seconds));
    pairs.push({ above: values.get(above) ?? 0, below: values.get(below) ?? 0 });
  }
  const ratio = spreadOf(pairs.map((pair) => pair.above / pair.below));
  return {
    claim,
    ratio,
    above: spreadOf(pairs.map((pair) => pair.above)),
    below: spreadOf(pairs.map((pair) => pair.below)),
    isMet: claim.required === undefined || ratio.median >= claim.required,
  };
}

/** Keeps `workers` busy with `work` and answers how often it was done in a second. */
export async function ratePerSecond(workers: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return done / ((performance.now() - start) / 1000);
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    lowest: at(0),
    highest: at(sorted.length - 1),
  };
}

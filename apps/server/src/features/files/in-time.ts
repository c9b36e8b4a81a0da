/** A request for a picture is told within five seconds that it cannot be had. */
const STORE_MS_MAX = 4_500;

/** @throws when the store has not answered in time */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${STORE_MS_MAX} ms`)), STORE_MS_MAX);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Does the work for each in turn. A failure stops none of the others.
 * @returns the number of times that `work` returned true
 * @throws AggregateError at the end, with every error
 */
export async function doOneByOne<Subject>(
  subjects: readonly Subject[],
  work: (subject: Subject) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const subject of subjects) {
    try {
      if (await work(subject)) done += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${subjects.length} failed`);
  return done;
}

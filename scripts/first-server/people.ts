/** A request through the proxy: when it was sent, the seconds until its answer, and of this the status and `Retry-After`. */
export type Asked = { readonly atMs: number; readonly seconds: number; readonly answer: string };
export type Traffic = { readonly reads: readonly Asked[]; readonly changes: readonly Asked[] };

/**
 * Backing a loan without having signed in: the product answers 401 as soon as it is reached. Over HTTP/2 this curl, 7.88, loses
 * an answer that comes before its body was sent; browsers take it.
 */
const CHANGE = `--http1.1 --json '{"proposalId":"1","amount":1}'`;
/** A browser gives up earlier; so the longest wait is known, too. */
const PATIENCE_SECONDS = 90;

/**
 * Four times a second somebody opens the start page of this site and somebody else sends a change, and none waits for the
 * other, until ten seconds after `work`. `run` runs commands on the machine, `curl` are curl's own options.
 */
export async function whilePeopleAsk(
  { run, curl, site }: { run: (commands: string) => Promise<string>; curl: string; site: string },
  work: () => Promise<unknown>,
): Promise<Traffic> {
  const told = '"$1 $at %{time_total} %{http_code} %header{retry-after}\\n"';
  const options = `${curl} --max-time ${PATIENCE_SECONDS} --output /dev/null --write-out ${told}`;
  const asking = run(
    `ask() { at=$(date +%s%3N); curl ${options} "\${@:2}" || true; }
    until [ -e /root/enough ]; do
      ask read ${site}/ &
      ask change ${CHANGE} ${site}/api/borrow/backProposal &
      sleep 0.25
    done
    wait`,
  );
  await work().finally(() => run('sleep 10; touch /root/enough'));
  const asked = (await asking)
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '));
  const of = (wanted: string): Asked[] =>
    asked
      .filter(([kind]) => kind === wanted)
      .map(([, atMs, seconds, ...answer]) => ({
        atMs: Number(atMs),
        seconds: Number(seconds),
        answer: answer.join(' '),
      }));
  return { reads: of('read'), changes: of('change') };
}

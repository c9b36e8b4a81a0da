import { tellFigures } from '../apps/server/src/test/figures.ts';
import { NEEDS } from '../apps/server/src/test/needs.ts';
import { type Nginx, startNginx } from '../apps/server/src/test/nginx.ts';
import { auditClaims } from './auditing.ts';
import { type Books, withBooks, withCopied, withCopy } from './books.ts';
import { workOn } from './cores.ts';
import { awaitedClaim, bareUpdateClaim, batchingClaim, gatherCrowd, idleClaim } from './investing.ts';
import { printCosts } from './cost.ts';
import { reportHome } from './home.ts';
import { type Claim, compare, type Result, type Spread } from './measure.ts';
import { overHttpClaim } from './over-http.ts';
import { openOverload, type Overload } from './overload.ts';
import { pgledgerClaim } from './pgledger.ts';
import { addManyProposals, pagingClaim, reportReading } from './reading.ts';
import { fillScale, largeSize, reportPortfolio, scaleClaims, smallSize } from './scale.ts';
import { type DatabasePlace, withServer } from './server.ts';
import { statementClaim } from './statement.ts';

type Report = (claim: Claim) => Promise<void>;

/** Takes minutes to fill its tables, and as long as one asks for: it runs by its name alone. */
const SCALE = 'scale';

/** Each bench by its name; `npm run bench` runs them all but `scale`, `npm run bench <name>` one. */
const BENCHES: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  batching: (report) =>
    withBooks('postgres', async (books) => {
      const crowd = await gatherCrowd(books);
      await report(batchingClaim(crowd, 'postgres'));
      await report(await bareUpdateClaim(crowd));
      const beside = await pgledgerClaim(crowd);
      if (beside === null) process.stdout.write('not run here: pgledger, whose SQL PGLEDGER_SQL names\n');
      else await report(beside);
      await report(idleClaim(crowd));
    }),
  awaited: (report) => withBooks('postgres', async (books) => report(await awaitedClaim(await gatherCrowd(books)))),
  'batching-embedded': (report) =>
    withBooks('pglite', async (books) => report(batchingClaim(await gatherCrowd(books), 'pglite'))),
  http: (report) =>
    withBooks('postgres', async (books) => {
      const crowd = await gatherCrowd(books);
      await withServer(addressOf(books), (url) => report(overHttpClaim(crowd, url)));
    }),
  statement: (report) =>
    withBooks('postgres', async (books) => {
      const crowd = await gatherCrowd(books);
      await withServer(addressOf(books), async (url) => report(await statementClaim(crowd, url)));
    }),
  audit: (report) =>
    withBooks('postgres', async (books) => {
      for (const claim of await auditClaims(await gatherCrowd(books))) await report(claim);
    }),
  overload: (report) => withSenderApart('postgres', (books) => reportOverload(books, [2], report)),
  'overload-fourfold': (report) => withSenderApart('postgres', (books) => reportOverload(books, [4], report)),
  'overload-embedded': (report) => withSenderApart('pglite', (books) => reportOverload(books, [2, 4], report)),
  [SCALE]: (report) =>
    withBooks('postgres', (few) =>
      withBooks('postgres', async (many) => {
        process.stdout.write(
          `${largeSize().toLocaleString('en')} proposals take about ${(largeSize() * 4) / 1e6} GB\n`,
        );
        const small = await fillScale(few, smallSize);
        const large = await fillScale(many, largeSize());
        for (const claim of scaleClaims(small, large)) await report(claim);
        await reportPortfolio(small, large, report);
      }),
    ),
  reading: (report) =>
    withBooks('postgres', async (books) => {
      const crowd = await gatherCrowd(books);
      await addManyProposals(books, crowd.people);
      await report(await pagingClaim(books, crowd.owner));
      await withServer(addressOf(books), async (url) => {
        await reportReading(crowd, url, report);
        await reportHome(crowd, url, report);
      });
    }),
  'reading-embedded': (report) =>
    withBooks('pglite', async (books) => {
      const crowd = await gatherCrowd(books);
      await addManyProposals(books, crowd.people);
      await withCopy(books, (database) =>
        withServer(database, async (url) => {
          await reportReading(crowd, url, report);
          await reportHome(crowd, url, report);
        }),
      );
    }),
};

/** Gives one half of the processors to the served database and its server, and the other to the sender. */
async function withSenderApart(kind: Books['kind'], work: (books: Books) => Promise<void>): Promise<void> {
  workOn('served');
  await withBooks(kind, work).finally(() => workOn('all'));
}

async function reportOverload(books: Books, times: readonly number[], report: Report): Promise<void> {
  const crowd = await gatherCrowd(books);
  const loads: Overload[] = [];
  for (const each of times) loads.push(await openOverload(crowd, each));
  const serve = (place: DatabasePlace): Promise<void> =>
    withServer(place, async (url) => {
      // A crowd comes to PostgreSQL through the proxy that is shipped for it.
      const nginx = books.kind === 'postgres' && times.includes(4) ? await proxyTo(url) : undefined;
      workOn('sender');
      for (const { claimAt } of loads) await report(claimAt(nginx?.url ?? url, nginx && 'nginx'));
      await nginx?.close();
    });
  const checkAnswers = async ({ db }: Pick<Books, 'db'>): Promise<void> => {
    for (const load of loads) tellFigures(await load.checkAnswers(db));
  };
  if (books.kind === 'postgres') {
    await serve(addressOf(books));
    await checkAnswers(books);
  } else {
    await withCopy(books, async (place) => {
      await serve(place);
      await withCopied(place, checkAnswers);
    });
  }
}

async function proxyTo(url: string): Promise<Nginx | undefined> {
  if (NEEDS.proxies.isMet()) return startNginx([Number(new URL(url).port)], { isPlain: true });
  process.stdout.write('not run here: nginx in front of the server\n');
  return undefined;
}

function addressOf({ url }: Books): DatabasePlace {
  if (url === null) throw new Error('only a server on PostgreSQL can be reached by two processes');
  return { DATABASE_URL: url };
}

/** Costs are no claims: they are printed when asked for by name. */
if (process.argv[2] === 'cost') {
  await printCosts();
  process.exit(0);
}

const wanted = process.argv[2];
if (wanted !== undefined && !(wanted in BENCHES)) {
  process.stderr.write(`There is no bench ${wanted}; there are ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(1);
}

let isMet = true;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted === undefined ? name === SCALE : name !== wanted) continue;
  await bench(async (claim) => {
    const result = await compare(claim);
    isMet &&= result.isMet;
    process.stdout.write(`${describe(result)}\n`);
    tellFigures(`${claim.title}: ${claim.above.name} ÷ ${claim.below.name} = ${show(result.ratio)}`);
  });
}
process.exitCode = isMet ? 0 : 1;

function describe({ claim, ratio, above, below, isMet: met }: Result): string {
  const bar = [
    claim.required === undefined ? 'reported' : `required ${claim.required}`,
    ...(claim.aim === undefined ? [] : [`aim ${claim.aim}`]),
  ].join(', ');
  return [
    `${met ? 'ok  ' : 'FAIL'} ${claim.title}`,
    `     ${claim.above.name} ÷ ${claim.below.name} = ${show(ratio)} (${bar})`,
    `     ${claim.unit}: ${show(above)} ÷ ${show(below)}`,
  ].join('\n');
}

function show({ median, lowest, highest }: Spread): string {
  const digits = median < 0.1 ? 4 : median < 10 ? 2 : median < 100 ? 1 : 0;
  return `${median.toFixed(digits)} [${lowest.toFixed(digits)} … ${highest.toFixed(digits)}]`;
}

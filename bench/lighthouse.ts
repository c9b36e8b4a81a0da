import { chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { startServer } from '../e2e/server.ts';
import { CHROMIUM } from '../scripts/chromium.ts';

/**
 * Lighthouse as a phone on the built product with its demo data: `npm run lighthouse -- [page …]`. Each page is
 * measured three times as on a first visit, without caches and service worker, and the median counts. Exits 1 below a
 * bar. The machine must be otherwise idle, or performance reads low.
 */
const BARS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** The parts of the performance score. */
const MOMENTS = {
  'first paint': 'first-contentful-paint',
  'largest paint': 'largest-contentful-paint',
  'speed index': 'speed-index',
  blocked: 'total-blocking-time',
  'layout shift': 'cumulative-layout-shift',
} as const;
const RUNS = 3;
const BORROWER = '+12025550110';
const PASSWORD = 'demo-password';

type Category = keyof typeof BARS;
type Scores = Record<Category, number>;
type Measured = { readonly scores: Scores; readonly moments: string; readonly failed: readonly string[] };

const asked = process.argv.slice(2);
const port = 9300 + (process.pid % 500);
const server = await startServer();
const browser = await chromium.launch({
  ...CHROMIUM,
  args: [...CHROMIUM.args, `--remote-debugging-port=${port}`],
});

let isGood = true;
try {
  const pages: Readonly<Record<string, string>> = {
    start: '/App/Start/ROI',
    login: '/App/Login/ROI',
    proposal: await firstProposal(),
    home: '/App/Home/ROI',
  };
  for (const [name, path] of Object.entries(pages)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    if (name === 'home') await signIn();
    isGood = report(name, await medianOf(`${server.url}${path}`)) && isGood;
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = isGood ? 0 : 1;

/** The address of a published proposal, as the start page links it. */
async function firstProposal(): Promise<string> {
  const answer = await fetch(`${server.url}/api/mfi/showcase?name=ROI`);
  const { data } = (await answer.json()) as { data: { proposals: { id: string }[] } };
  return `/App/proposal?mfi=ROI&id=${data.proposals[0]?.id}`;
}

/**
 * Signs in with the browser's own profile. Lighthouse clears its caches before each run but leaves cookies and the
 * session alone.
 */
async function signIn(): Promise<void> {
  const client = await browser.newBrowserCDPSession();
  const { targetId } = await client.send('Target.createTarget', { url: 'about:blank' });
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = connected.contexts()[0]?.pages().at(-1);
  if (!page) throw new Error('the browser has no page');
  await page.goto(`${server.url}/App/Login/ROI`);
  await page.locator('input[type=tel]').fill(BORROWER);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(/\/App\/Home/i);
  await client.send('Target.closeTarget', { targetId });
}

async function medianOf(url: string): Promise<Measured> {
  const runs: Measured[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(url));
  runs.sort((a, b) => a.scores.performance - b.scores.performance);
  return runs[Math.floor(RUNS / 2)] as Measured;
}

async function measure(url: string): Promise<Measured> {
  const flags: Flags = { port, output: 'json', logLevel: 'error' };
  const lhr = (await lighthouse(url, flags))?.lhr;
  if (!lhr) throw new Error(`Lighthouse gave no result for ${url}`);
  const categories = Object.keys(BARS) as Category[];
  const scores = Object.fromEntries(
    categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
  ) as Scores;
  const failed = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  const moments = Object.entries(MOMENTS).map(([name, audit]) => `${name} ${lhr.audits[audit]?.displayValue ?? '–'}`);
  return { scores, moments: moments.join(', '), failed };
}

function report(name: string, { scores, moments, failed }: Measured): boolean {
  const isUp = (Object.keys(BARS) as Category[]).every((category) => scores[category] >= BARS[category]);
  const told = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
  console.log(`${isUp ? 'ok  ' : 'LOW '} ${name.padEnd(9)} ${told.join(', ')}`);
  console.log(`     ${moments}`);
  if (failed.length > 0) console.log(`     not passed: ${failed.join(', ')}`);
  return isUp;
}

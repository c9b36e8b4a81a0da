import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { done, useLoans } from '../test/loans.ts';
import { openOtherProcess, type OtherProcess } from '../test/other-process.ts';
import { hammer } from '../test/stale-reads.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, edit } = useLoans(world);

let hearing: OtherProcess;
let deaf: OtherProcess;
beforeAll(async () => {
  hearing = await openOtherProcess(world);
  deaf = await openOtherProcess(world, { isDeaf: true });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await hearing.close();
  await deaf.close();
});

test('a change of one process drops what another keeps, and where no word of it comes, its age does', async () => {
  const loan = await newLoan();
  const titleIn = async ({ app }: Pick<OtherProcess, 'app'>): Promise<string> =>
    (await app.inject(`/api/borrow/findOne?id=${loan.id}`)).json().data.title;
  // Time stands still, so that nothing but a word from the other process can end what is kept.
  const atMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(atMs);
  for (const process of [hearing, deaf]) expect(await titleIn(process)).toBe('A sewing machine');
  done(await edit(loan, loan.owner, { title: 'A better sewing machine' }));
  await vi.waitFor(async () => expect(await titleIn(hearing)).toBe('A better sewing machine'), 15_000);
  expect(await titleIn(deaf)).toBe('A sewing machine');
  clock.mockReturnValue(atMs + 799);
  expect(await titleIn(deaf)).toBe('A sewing machine');
  clock.mockReturnValue(atMs + 800);
  expect(await titleIn(deaf)).toBe('A better sewing machine');
});

test('a cookie of what was seen asks nothing anew where there is no replica', async () => {
  const loan = await newLoan();
  const titleIn = async ({ app }: Pick<OtherProcess, 'app'>, cookie: string): Promise<string> =>
    (await app.inject({ url: `/api/borrow/findOne?id=${loan.id}`, headers: { cookie } })).json().data.title;
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  expect(await titleIn(deaf, '')).toBe('A sewing machine');
  done(await edit(loan, loan.owner, { title: 'A better sewing machine' }));
  expect(await titleIn(deaf, 'sathi_seen=999999999')).toBe('A sewing machine');
});

test('a title written in one process is older than a second in no answer of two others', async () => {
  const loan = await newLoan();
  const endMs = performance.now() + 2_000;
  const isDone = (reads: number): boolean => reads >= 200 && performance.now() > endMs;
  const found = await hammer(world.app, [hearing.app, deaf.app], { loan, isDone });
  expect(found.oldestMs).toBeLessThan(1_000);
  expect(found.writes).toBeGreaterThan(1);
});

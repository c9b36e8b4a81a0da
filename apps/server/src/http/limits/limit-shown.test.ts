import { expect, test } from 'vitest';
import { useLoans } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { createCounters } from './counters.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
const { newLoan } = useLoans(world);

const DRAWN_A_MINUTE = 120;
const OPENED_A_MINUTE = 600;

const ask = async (url: string, ip: string) => {
  const { statusCode, headers } = await world.app.inject({ method: 'GET', url, remoteAddress: ip });
  return { status: statusCode, headers };
};
const statusOf = async (url: string, ip: string) => (await ask(url, ip)).status;
/** An address that has asked for so much by other processes. */
async function busy(name: string, ip: string, count: number): Promise<string> {
  const use = { of: [name, 'free', `${ip}/32`], allowance: { count, perSeconds: 60 }, wanted: count };
  const [taken] = await createCounters(world.outside).take(world.db, [use]);
  expect(taken?.granted).toBe(count);
  return ip;
}

test('a network has 120 pictures drawn a minute, and what is in memory is shown beyond that', async () => {
  const [drawn, fresh] = [await newLoan(), await newLoan()];
  const card = `/share/proposal/${drawn.id}.jpg`;
  expect(await statusOf(card, '10.1.0.1')).toBe(200);
  const ip = await busy('drawings', '10.1.1.1', DRAWN_A_MINUTE);
  for (let time = 0; time < 20; time += 1) expect(await statusOf(card, ip)).toBe(200);
  for (const path of [`${fresh.id}.jpg`, `${fresh.id}/status.jpg?lang=ar`]) {
    const { status, headers } = await ask(`/share/proposal/${path}`, ip);
    expect([path, status, Number(headers['retry-after']) > 0]).toEqual([path, 429, true]);
    expect(await statusOf(`/share/proposal/${path}`, '10.1.2.1')).toBe(200);
    expect(await statusOf(`/share/proposal/${path}`, ip)).toBe(200);
  }
  world.now = new Date(world.now.getTime() + 60_000);
  expect(await statusOf(`/share/proposal/${drawn.id}/status.jpg?lang=be`, ip)).toBe(200);
});

test('pictures out of memory use up nothing of those that are drawn', async () => {
  const loan = await newLoan();
  const card = `/share/proposal/${loan.id}.jpg`;
  for (let time = 0; time < DRAWN_A_MINUTE + 20; time += 1) expect(await statusOf(card, '10.2.0.1')).toBe(200);
  expect(await statusOf(`/share/proposal/${loan.id}/status.jpg`, '10.2.0.1')).toBe(200);
});

test('ten at once from one network have the same picture drawn once', async () => {
  const { id } = await newLoan();
  const all = await Promise.all(Array.from({ length: 10 }, () => statusOf(`/share/proposal/${id}.jpg`, '10.3.0.1')));
  expect(all).toEqual(Array(10).fill(200));
});

test('a network opens 600 posters and short links a minute', async () => {
  const { id } = await newLoan();
  const ip = await busy('opening', '10.4.0.1', OPENED_A_MINUTE);
  for (const [url, status] of [
    [`/share/proposal/${id}/poster`, 200],
    ['/share/campaign/987654321/poster', 404],
    [`/o/${ROI}`, 302],
  ] as const) {
    expect([url, await statusOf(url, ip), await statusOf(url, '10.4.1.1')]).toEqual([url, 429, status]);
  }
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { countProcess, createMetrics } from '../apps/server/src/outside/metrics.ts';
import { NEEDS } from '../apps/server/src/test/needs.ts';
import { quietPorts } from '../apps/server/src/test/ports.ts';
import { Programs } from '../apps/server/src/test/programs.ts';

const FOLDER = path.resolve(import.meta.dirname, '../operation');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const FILES = ['prometheus/figures.yml', 'prometheus/alerts.yml', 'grafana/sathi.json'];
/** Prometheus says this of each target by itself. */
const OF_PROMETHEUS = ['up'];

type Group = { readonly rules: ReadonlyArray<{ readonly name: string; readonly health: string }> };

const isPromtoolMissing = !NEEDS.promtool.isMet();
const promtool = (...args: string[]) =>
  execFileSync('promtool', args, { cwd: path.join(FOLDER, 'prometheus'), encoding: 'utf8', stdio: 'pipe' });

test('rules and dashboard ask for figures that exist, under names that the process gives', async () => {
  const metrics = createMetrics();
  countProcess(metrics);
  const given = new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name));
  const recorded = [...read('prometheus/figures.yml').matchAll(/record: (\S+)/g)].map(([, name]) => name);
  const asked = FILES.map(read)
    .join('\n')
    .match(/\b(sathi|nodejs|process)_\w+|\bsathi:[\w:]+/g);
  const unknown = (asked ?? []).filter((name) => {
    const plain = name.replace(/_(bucket|count|sum)$/, '');
    return ![...OF_PROMETHEUS, ...recorded].includes(name) && !given.has(name) && !given.has(plain);
  });
  expect(unknown).toEqual([]);
  expect(asked?.length).toBeGreaterThan(30);
});

test('the dashboard shows each figure that an alert or the page about it begins with', () => {
  const figures = read('prometheus/figures.yml').split('- record: ');
  const shown = read('grafana/sathi.json');
  const drawn = [shown, ...figures.filter((rule) => shown.includes(rule.split('\n', 1)[0] ?? ''))].join('\n');
  const runbook = readFileSync(path.join(FOLDER, '../docs/runbook.md'), 'utf8');
  const [, table = ''] = /^\| Alert \| Look at \| Do \|\n([^]*?)\n\n/m.exec(runbook) ?? [];
  const asked = new Set(`${read('prometheus/alerts.yml')}${table}`.match(/\bsathi_\w+/g));
  expect(asked.size).toBeGreaterThan(12);
  expect([...asked].filter((name) => !new RegExp(`\\b${name}\\b`).test(drawn))).toEqual([]);
});

test('each alert names a section of the runbook that exists', () => {
  const runbook = readFileSync(path.join(FOLDER, '../docs/runbook.md'), 'utf8');
  const sections = [...read('prometheus/alerts.yml').matchAll(/section: '(\d+)'/g)].map(([, section]) => section);
  expect(sections.length).toBe(read('prometheus/alerts.yml').split('- alert:').length - 1);
  for (const section of sections) expect(runbook).toContain(`\n## ${section}. `);
});

test('each alert stands in the table of the runbook that says where to begin, and each row of it rings', () => {
  const runbook = readFileSync(path.join(FOLDER, '../docs/runbook.md'), 'utf8');
  const [, table = ''] = /^\| Alert \| Look at \| Do \|\n([^]*?)\n\n/m.exec(runbook) ?? [];
  const told = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
  const rings = [...read('prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(new Set(told)).toEqual(new Set(rings));
});

test('Prometheus hands what rings to an Alertmanager', () => {
  expect(read('prometheus/prometheus.yml')).toMatch(
    /^alerting:\n {2}alertmanagers:\n.*\n +- targets: \['\S+:9093'\]$/m,
  );
});

test.skipIf(!NEEDS.amtool.isMet())('the Alertmanager has a receiver of its own for each severity', () => {
  const amtool = (...args: string[]) =>
    execFileSync('amtool', args, { cwd: path.join(FOLDER, 'prometheus'), encoding: 'utf8' });
  expect(amtool('check-config', 'alertmanager.yml')).toContain('SUCCESS');
  const severities = new Set(
    [...read('prometheus/alerts.yml').matchAll(/severity: (\w+) \}/g)].map(([, word = '']) => word),
  );
  expect(severities.size).toBe(2);
  for (const severity of severities) {
    const routed = amtool('config', 'routes', 'test', '--config.file=alertmanager.yml', `severity=${severity}`);
    expect(routed.trim()).toBe(severity);
  }
});

test.skipIf(isPromtoolMissing)('Prometheus takes the configuration, the figures and the alerts', () => {
  expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
});

test.skipIf(isPromtoolMissing)('alerts ring when they should and are silent in a sound hour', () => {
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
});

test.skipIf(isPromtoolMissing)(
  'Prometheus, started, holds each rule and answers what each panel of the dashboard asks',
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-prometheus-'));
    const prometheus = new Programs(folder, undefined);
    const [port] = await quietPorts(1);
    const origin = `http://127.0.0.1:${port}`;
    prometheus.start('prometheus', 'prometheus', [
      `--config.file=${path.join(FOLDER, 'prometheus/prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    try {
      const isReady = async () => (await fetch(`${origin}/-/ready`).catch(() => null))?.ok === true;
      await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
      const { data } = (await (await fetch(`${origin}/api/v1/rules`)).json()) as { data: { groups: Group[] } };
      const rules = data.groups.flatMap((group) => group.rules);
      const written = FILES.map(read)
        .join('\n')
        .matchAll(/(?:alert|record): (\S+)/g);
      expect(new Set(rules.map(({ name }) => name))).toEqual(new Set([...written].map(([, name]) => name)));
      expect(rules.filter(({ health }) => health === 'err')).toEqual([]);
      const asked = [...read('grafana/sathi.json').matchAll(/"expr": (".*")/g)].map(
        ([, text]) => JSON.parse(text ?? '') as string,
      );
      expect(asked.length).toBeGreaterThan(15);
      const refused: string[] = [];
      for (const query of asked) {
        const answer = await fetch(`${origin}/api/v1/query?${new URLSearchParams({ query })}`);
        if (!answer.ok) refused.push(`${query}: ${await answer.text()}`);
      }
      expect(refused).toEqual([]);
    } finally {
      await prometheus.kill('prometheus');
      rmSync(folder, { recursive: true });
    }
  },
);

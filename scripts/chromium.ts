import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The usual paths of an installed Chromium or Chrome. */
const USUAL_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) => `/usr/bin/${name}`),
  darwin: ['Chromium', 'Google Chrome'].flatMap((name) =>
    ['/', os.homedir()].map((folder) => path.join(folder, `Applications/${name}.app/Contents/MacOS/${name}`)),
  ),
  win32: ['Chromium', 'Google\\Chrome'].flatMap((name) =>
    ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((variable) =>
      path.join(process.env[variable] ?? '', name, 'Application\\chrome.exe'),
    ),
  ),
};

/** Pages without the windows of a whole browser take a third less of the processor's time. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

const whole = process.env['CHROMIUM'] ?? USUAL_PLACES[process.platform]?.find((file) => existsSync(file));
const executablePath = process.env['CHROMIUM'] === undefined && existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : whole;

/**
 * The browser of every test and measurement, silent towards the network: the one that `CHROMIUM` names, else the installed
 * one, else Playwright's own.
 */
export const CHROMIUM = {
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** A whole browser, for what it asks in its windows: whether a page may tell news. */
export const WHOLE_CHROMIUM = { ...CHROMIUM, ...(whole && { executablePath: whole }) };

if (import.meta.main) await ensureBrowser();

/** Downloads Playwright's own browser when there is no other. */
async function ensureBrowser(): Promise<void> {
  const { chromium } = await import('@playwright/test');
  const isThere = () => existsSync(executablePath ?? chromium.executablePath());
  if (!isThere() && executablePath === undefined) {
    console.log('No Chromium or Chrome is installed: npx playwright install chromium');
    spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', shell: process.platform === 'win32' });
  }
  if (isThere()) {
    console.log(`The browser is ${executablePath ?? chromium.executablePath()}.`);
  } else {
    console.error(
      executablePath === undefined
        ? 'There is no browser and Playwright’s could not be downloaded: install Chromium or Chrome, or name one in CHROMIUM.'
        : `There is no browser at ${executablePath}, which CHROMIUM names.`,
    );
    process.exitCode = 1;
  }
}

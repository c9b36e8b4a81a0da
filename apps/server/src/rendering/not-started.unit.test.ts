import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browserFloor } from '../../../web/browser-floor.ts';
import { notStarted } from './not-started.ts';

const SCRIPT = readFileSync('apps/web/public/not-started.js', 'utf8');
const LOCALES = ['en', 'be', 'ar'] as const;

test.each(LOCALES)('%s: the words name the oldest browsers that the app is built for', (locale) => {
  const whole = (name: string) => browserFloor().get(name)?.replace(/\.0$/, '');
  const words = notStarted(locale);
  for (const [written, name] of [
    ['Opera', 'opera'],
    ['Safari', 'safari'],
    ['iOS', 'ios_saf'],
    ['Firefox', 'firefox'],
  ] as const) {
    expect(words).toContain(`${written} ${whole(name)}`);
  }
  expect(whole('chrome')).toBe(whole('opera'));
});

/** The part of a browser that the script uses. */
function browser() {
  const listeners = new Map<string, (event: object) => void>();
  const element = (tag: string) => ({
    tag,
    attributes: {} as Record<string, string>,
    children: [] as unknown[],
    setAttribute(name: string, value: string) {
      this.attributes[name] = value;
    },
    appendChild(child: { parentNode?: unknown }) {
      child.parentNode = this;
      this.children.push(child);
    },
    insertBefore(child: { parentNode?: unknown }) {
      child.parentNode = this;
      this.children.unshift(child);
    },
    removeChild(child: unknown) {
      this.children = this.children.filter((each) => each !== child);
    },
  });
  const [head, body] = [element('head'), element('body')];
  const page = { isStarted: false };
  const document = {
    readyState: 'complete',
    head,
    body,
    documentElement: { hasAttribute: () => page.isStarted },
    getElementById: () => ({ textContent: '<p class="not-started">Not started</p>' }),
    createElement: element,
    createTextNode: (text: string) => ({ text }),
  };
  const window = {
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
  };
  const said = () => JSON.stringify(body.children, (key, value: unknown) => (key === 'parentNode' ? undefined : value));
  const run = () =>
    vm.runInNewContext(SCRIPT, {
      window,
      document,
      navigator: { onLine: true },
      setInterval,
      clearInterval,
      Date,
      Error,
    });
  return { head, body, window, page, said, run, hear: (kind: string, event: object) => listeners.get(kind)?.(event) };
}

describe('a browser that the app does not start in', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test('is told so as soon as a script of the page fails, in the words of the page', () => {
    const old = browser();
    old.run();
    vi.advanceTimersByTime(1_000);
    expect(old.said()).toBe('[]');
    old.hear('error', { target: old.window });
    vi.advanceTimersByTime(1_000);
    expect(old.said()).toContain('"text":"Not started"');
    expect(old.said()).toContain('"role":"alert"');
    expect(old.head.children).toHaveLength(1);
  });

  test('is told so after 20 seconds in which nothing happened, and no longer once the app has started', () => {
    const slow = browser();
    slow.run();
    vi.advanceTimersByTime(19_000);
    expect(slow.said()).toBe('[]');
    vi.advanceTimersByTime(3_000);
    expect(slow.body.children).toHaveLength(1);
    slow.page.isStarted = true;
    vi.advanceTimersByTime(1_000);
    expect([slow.body.children, slow.head.children]).toEqual([[], []]);
  });

  test('is not blamed for a file that did not come, nor for what fails later', () => {
    const page = browser();
    page.run();
    page.hear('error', { target: { tag: 'script' } });
    vi.advanceTimersByTime(2_000);
    page.page.isStarted = true;
    vi.advanceTimersByTime(1_000);
    page.hear('error', { target: page.window });
    vi.advanceTimersByTime(60_000);
    expect(page.said()).toBe('[]');
  });

  test('can read the script: it is ES5', () => {
    const code = SCRIPT.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    expect(code).not.toMatch(/=>|\b(let|const|class|async|await)\b|`|\?\.|\?\?|\.\.\./);
  });
});

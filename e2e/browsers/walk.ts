import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KnownBrowser } from './browsers.ts';
import { LOAN_STEPS } from './loan-steps.ts';
import { MESSAGE_STEPS } from './message-steps.ts';
import { OWN_STEPS } from './own-steps.ts';
import { VISITOR_STEPS } from './visitor-steps.ts';
import { beginJourney, type Journey, type Step, type Steps } from './journey.ts';

/**
 * The steps in the order of a person's way; each finds what it needs in the demo data where the one before it failed.
 */
const STEPS: Steps = { ...VISITOR_STEPS, ...LOAN_STEPS, ...MESSAGE_STEPS, ...OWN_STEPS };
/** A phone and a desk. */
const WIDTHS = [360, 1280] as const;
const STEP_MS = 120_000;

/** Walks through the product in one browser: a test for each width and step. */
export function walkIn(browser: KnownBrowser): void {
  describe.skipIf(!browser.isThere()).each(WIDTHS)(`${browser.name} at %i px`, (width) => {
    let journey: Journey;
    beforeAll(async () => {
      journey = await beginJourney(browser, width);
    });
    afterAll(() => journey?.end());

    test.each(Object.entries(STEPS))('%s', { timeout: STEP_MS }, async (title, step) => {
      const problem = await problemOf(journey, title, step);
      // The problem comes first, because a run closes with the first line of each failure, cut short.
      expect(problem, problem ?? title).toBeNull();
    });
  });
}

/** The words of the error, with a picture of each window as it was; null for a step that goes well. */
async function problemOf(journey: Journey, title: string, step: Step): Promise<string | null> {
  try {
    await step(journey);
    return null;
  } catch (error) {
    await journey.photographAll(title);
    return (error as Error).message;
  }
}

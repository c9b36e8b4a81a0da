import type { Page } from '@playwright/test';

/** Counts the layout shifts of each page that opens here from now on, without those that followed a press. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const total = { value: 0, moved: [] as string[] };
    Object.assign(window, { shifts: total });
    type Shift = { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue;
        total.value += entry.value;
        const nodes = entry.sources.map(
          ({ node }) => node?.nodeName.toLowerCase() + '.' + node?.parentElement?.className,
        );
        total.moved.push(`${entry.value.toFixed(4)} ${nodes.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

type Shifts = { readonly value: number; readonly moved: readonly string[] };

/** The shifts of the page so far, and what moved. */
export const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);

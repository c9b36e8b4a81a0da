import type { Page } from '@playwright/test';

/** The texts of which a part stands outside of the window, or is cut off by their box. What scrolls within itself may. */
export async function lostWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CUTS = new Set(['hidden', 'clip']);
    const SCROLLS = new Set(['auto', 'scroll']);
    const around = (element: Element) => {
      const boxes: { box: DOMRect; style: CSSStyleDeclaration }[] = [];
      for (let outer: Element | null = element; outer !== null; outer = outer.parentElement) {
        boxes.push({ box: outer.getBoundingClientRect(), style: getComputedStyle(outer) });
      }
      return boxes;
    };
    const isLost = (words: Text): boolean => {
      const range = document.createRange();
      range.selectNodeContents(words);
      const { left, right, width, height } = range.getBoundingClientRect();
      const element = words.parentElement as Element;
      if (width < 1 || height < 1 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        return false;
      }
      const boxes = around(element);
      // Words for the ear alone, a title clamped with dots, and what scrolls by itself.
      const isMeant = boxes.some(
        ({ style }) =>
          style.clipPath !== 'none' ||
          style.webkitLineClamp !== 'none' ||
          style.textOverflow === 'ellipsis' ||
          SCROLLS.has(style.overflowX),
      );
      if (isMeant) return false;
      if (left < -1 || right > innerWidth + 1) return true;
      return boxes.some(
        ({ box, style }) => CUTS.has(style.overflowX) && (left < box.left - 1 || right > box.right + 1),
      );
    };
    const lost = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.nodeValue?.trim() && !node.parentElement?.closest('script, style, option') && isLost(node as Text)) {
        lost.add(`${node.parentElement?.className}: ${node.nodeValue.trim()}`);
      }
    }
    return [...lost];
  });
}

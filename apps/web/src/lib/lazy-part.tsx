import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { loadTexts, type Texts } from './text.tsx';

/**
 * A part of a page that comes when it is first shown, in a chunk of its own. Its `texts`, the default
 * export of `virtual:texts/<its path>`, come with it.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  texts: Texts,
): LazyExoticComponent<ComponentType<Props>> & { preload: () => void } {
  const loadWithTexts = async () => {
    const [module] = await Promise.all([load(), loadTexts(texts)]);
    return module;
  };
  // A failure is met when the part is shown.
  const preload = () => void loadWithTexts().catch(() => undefined);
  return Object.assign(lazy(loadWithTexts), { preload });
}

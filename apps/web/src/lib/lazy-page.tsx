import { type ComponentType, lazy, useState } from 'react';
import { loadTexts, type Texts } from './text.tsx';

export type LazyPage = {
  /** `src/pages/<name>.tsx`, the name of its chunk in the build's manifest. */
  name: string;
  Component: ComponentType;
  preload: () => Promise<unknown>;
};

/** A page in a chunk of its own, with its texts. Once loaded it renders at once, so that the first render needs no placeholder. */
export function lazyPage(name: string, load: () => Promise<{ default: ComponentType }>, texts: Texts): LazyPage {
  let Loaded: ComponentType | undefined;
  let loading: Promise<{ default: ComponentType }> | undefined;
  const preload = () =>
    (loading ??= Promise.all([load(), loadTexts(texts)]).then(
      ([module]) => {
        Loaded = module.default;
        return module;
      },
      (error: unknown) => {
        // The next visit tries again.
        loading = undefined;
        throw error;
      },
    ));
  const Lazy = lazy(preload);
  function Component() {
    // Chosen once: changing it under a mounted page would throw its state away.
    const [Page] = useState(() => Loaded ?? Lazy);
    return <Page />;
  }
  return { name, Component, preload };
}

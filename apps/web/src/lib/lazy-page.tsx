import { type ComponentType, lazy, useState } from 'react';

type PageModule = { default: ComponentType };

export type LazyPage = {
  /** `src/pages/<name>.tsx`, as in `home/home-page`: the name of its chunk in the build's manifest. */
  name: string;
  Component: ComponentType;
  preload: () => Promise<PageModule>;
};

/** A page in a chunk of its own. Once loaded it renders at once, so that the first render needs no placeholder. */
export function lazyPage(name: string, load: () => Promise<PageModule>): LazyPage {
  let Loaded: ComponentType | undefined;
  let loading: Promise<PageModule> | undefined;
  const preload = () =>
    (loading ??= load().then(
      (module) => {
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

import { afterEach, beforeEach } from 'vitest';

/** There is no server here that has pictures: their absence is kept from the components, in this test file. */
export function keepPictures(): void {
  const silence = (event: Event) => {
    if (event.target instanceof HTMLImageElement) event.stopImmediatePropagation();
  };
  beforeEach(() => addEventListener('error', silence, true));
  afterEach(() => removeEventListener('error', silence, true));
}

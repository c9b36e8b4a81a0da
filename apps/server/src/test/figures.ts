import { isProof } from '../../../../scripts/tests/gate.ts';

/** Tells a long run what was measured; `docs/proof.md` shows it. The short form of the test says nothing. */
export function tellFigures(text: string): void {
  if (isProof) console.log(`figures: ${text}`);
}

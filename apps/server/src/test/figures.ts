import { isProof } from '../../../../scripts/tests/gate.ts';

/** Tells a long run what was measured; `docs/proof.md` shows it. The short form of the test says nothing. */
export function tellFigures(text: string): void {
  if (isProof) console.log(`figures: ${text}`);
}

/** Tells how many commands a run of a model gave. @param seen how often each answer and each change of a status (`2 → 3`) came */
export function tellCommands(seen: ReadonlyMap<string, number>, seed: number): void {
  const commands = [...seen].reduce((sum, [what, times]) => (what.includes('→') ? sum : sum + times), 0);
  tellFigures(`${commands} commands, seed ${seed}`);
}

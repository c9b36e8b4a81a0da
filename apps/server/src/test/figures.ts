import { isProof } from '../../../../scripts/tests/gate.ts';

/** Tells a long run what was measured; `docs/proof.md` shows it. The short form of the test says nothing. */
export function tellFigures(text: string): void {
  if (isProof) console.log(`figures: ${text}`);
}

/** Tells what came of an outage. @param name what the database or its network did */
export function tellOutage(name: string, outcome: { acknowledged: number; refused: number; slowest: number }): void {
  const { acknowledged, refused, slowest } = outcome;
  tellFigures(
    `${name}: ${acknowledged} changes acknowledged, ${refused} requests told to come again, the slowest answer after ${slowest.toFixed(1)} s`,
  );
}

/** Tells how many commands a run of a model gave. @param seen how often each answer and each change of a status (`2 → 3`) came */
export function tellCommands(seen: ReadonlyMap<string, number>): void {
  const commands = [...seen].reduce((sum, [what, times]) => (what.includes('→') ? sum : sum + times), 0);
  tellFigures(`${commands} commands`);
}

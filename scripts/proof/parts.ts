import type { Outcome } from './record.ts';

const COMMANDS = /^(\d+) commands$/;
const LAST_PART = /^the last part ([\d.]+) minutes$/;

/** A run of which no part was played. */
export const NOTHING: Outcome = { outcome: 'begun', on: '', minutes: 0, figures: [] };

/**
 * A run in parts after one more of them: minutes and commands are added up, and it has held once there are as many commands as wanted.
 * A part that failed, or could not be run here, ends it, whatever those that were played beside it show.
 */
export function withPart(sum: Outcome, part: Outcome, wanted: number): Outcome {
  const given = [...sum.figures, ...part.figures].reduce((all, line) => all + Number(COMMANDS.exec(line)?.[1] ?? 0), 0);
  const held = given >= wanted ? 'held' : 'begun';
  const ended = [sum, part].find(({ outcome }) => outcome === 'failed' || outcome === 'not run here');
  return {
    outcome: ended?.outcome ?? held,
    on: part.on,
    minutes: sum.minutes + part.minutes,
    figures:
      part.outcome === 'not run here'
        ? part.figures
        : [`${given} commands`, `the last part ${part.minutes.toFixed(1)} minutes`],
  };
}

/** How long its last part took; 0 where the figures do not say. */
export function minutesOfPart({ figures }: Outcome): number {
  return Math.max(0, ...figures.map((line) => Number(LAST_PART.exec(line)?.[1] ?? 0)));
}

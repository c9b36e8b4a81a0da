import type { Outcome } from './record.ts';

const COMMANDS = /^(\d+) commands$/;

/** A run of which no part was played. */
export const NOTHING: Outcome = { outcome: 'begun', on: '', minutes: 0, figures: [] };

/**
 * A run in parts after one more of them: minutes and commands are added up, and it has held once there are as many commands as wanted.
 * A part that failed, or could not be run here, ends it.
 */
export function withPart(sum: Outcome, part: Outcome, wanted: number): Outcome {
  const given = [...sum.figures, ...part.figures].reduce((all, line) => all + Number(COMMANDS.exec(line)?.[1] ?? 0), 0);
  const held = given >= wanted ? 'held' : 'begun';
  return {
    outcome: part.outcome === 'held' ? held : part.outcome,
    on: part.on,
    minutes: sum.minutes + part.minutes,
    figures: part.outcome === 'not run here' ? part.figures : [`${given} commands`],
  };
}

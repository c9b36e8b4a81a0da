import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * Gives back to the machine what only the start needed (docs/decisions/0154-the-start-gives-its-memory-back.md). Takes a tenth of a second, in
 * which nothing is answered.
 */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (how: object) => void;
  v8.setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Sets the wall clock of the process that imports it first: the file of `SHIFTED_CLOCK` holds the milliseconds by which it is
 * ahead, or behind where they are below zero. It jumps when the file changes. Timers run on, as they do on a machine whose
 * clock is set.
 */
import fs from 'node:fs';

const LOOK_MS = 20;
const file = process.env['SHIFTED_CLOCK'];
if (file === undefined) throw new Error('SHIFTED_CLOCK names no file');
const RealDate = Date;
const realNow = Date.now.bind(Date);

let shiftMs = 0;
shiftMs = read();
setInterval(() => (shiftMs = read()), LOOK_MS).unref();

function read(): number {
  const text = fs.readFileSync(file as string, 'utf8');
  // A file that is being written is empty for a moment.
  return text === '' ? shiftMs : Number(text);
}

const now = (): number => realNow() + shiftMs;
RealDate.now = now;
// Dates that were made before it still count as dates.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
});

import { execFileSync } from 'node:child_process';
import os from 'node:os';

/**
 * Puts this process and what it starts from now on upon one half of the processors, or upon all. A sender that shares them with what it
 * loads takes away what it wants to see carried. Without `taskset` (util-linux), and on one processor, both stay on all.
 */
export function workOn(half: 'served' | 'sender' | 'all'): void {
  const count = os.cpus().length;
  if (count === 1) return;
  const middle = Math.floor(count / 2);
  const processors = { served: `0-${middle - 1}`, sender: `${middle}-${count - 1}`, all: `0-${count - 1}` }[half];
  try {
    execFileSync('taskset', ['-a', '-c', '-p', processors, String(process.pid)], { stdio: 'ignore' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

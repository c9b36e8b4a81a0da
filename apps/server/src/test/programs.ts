import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { Account } from './postgres-binaries.ts';

/** The programs of one cluster by name, each with a log in its folder. */
export class Programs {
  readonly #running = new Map<string, { readonly child: ChildProcess; readonly ended: Promise<unknown> }>();
  readonly #folder: string;
  readonly #account: Account | undefined;

  constructor(folder: string, account: Account | undefined) {
    this.#folder = folder;
    this.#account = account;
  }

  start(name: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    const log = fs.openSync(path.join(this.#folder, `${name}.log`), 'a');
    const child = spawn(command, args, {
      ...this.#account,
      cwd: this.#folder,
      env: { PATH: process.env['PATH'], HOME: this.#folder, ...env },
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    this.#running.set(name, { child, ended: once(child, 'exit') });
  }

  runs(name: string): boolean {
    const child = this.#running.get(name)?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  async kill(name: string, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const program = this.#running.get(name);
    program?.child.kill(signal);
    await program?.ended;
  }

  killAll(): void {
    for (const { child } of this.#running.values()) child.kill('SIGKILL');
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** The ends of all logs. */
  said(): string {
    return [...this.#running.keys()]
      .map((name) => `\n${name}: ${fs.readFileSync(path.join(this.#folder, `${name}.log`), 'utf8').slice(-1_500)}`)
      .join('');
  }
}

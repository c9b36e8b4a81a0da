import os from 'node:os';
import { type Options, hash, verify } from '@node-rs/argon2';
import { passwordProblem } from '@sathi/domain/accounts.ts';
import type { Config } from '../../config/config.ts';
import { SEED_PASSWORD } from '../../config/production.ts';
import { invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Argon2id, the default of the library: 19 MiB, two passes, one lane. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  /** @throws RefusalError `overloaded` */
  readonly hash: (password: string) => Promise<string>;
  /**
   * Does the same work whether or not there is a hash to compare with, so that time does not tell which accounts exist.
   * @throws RefusalError `overloaded`
   */
  readonly verify: (passwordHash: string | null, password: string) => Promise<boolean>;
};

const WAITING_PER_CORE = 16;

type Work = { hash: typeof hash; verify: typeof verify };

/**
 * Hashes at most one password per core at a time, so that signing in cannot starve the rest of the product. Sixteen may
 * wait for each core: about two seconds, which an office that signs in at nine o'clock would rather wait than be sent
 * away.
 */
export function createPasswords(work: Work = { hash, verify }, cores = os.availableParallelism()): Passwords {
  const queue = createQueue(cores, WAITING_PER_CORE * cores);
  let dummyHash: Promise<string> | undefined;

  return {
    hash: (password) => queue(() => work.hash(password, COST)),
    verify: (passwordHash, password) =>
      queue(async () => {
        dummyHash ??= work.hash('a password that nobody has', COST);
        const dummy = await dummyHash;
        const matches = await work.verify(isHash(passwordHash) ? passwordHash : dummy, password);
        return isHash(passwordHash) && matches;
      }),
  };
}

/** The password of the demo stands in the documentation, so it opens nothing where others come in. */
export function isPublic(password: string, { isProduction }: Pick<Config, 'isProduction'>): boolean {
  return isProduction && password === SEED_PASSWORD;
}

/** @throws RefusalError `invalid_request` naming the field */
export function refuseWeakPassword(field: string, password: string): void {
  const problem = passwordProblem(password, isCommonPassword);
  if (problem !== null) throw invalidField(field, problem);
}

function isHash(passwordHash: string | null): passwordHash is string {
  return passwordHash?.startsWith('$argon2') ?? false;
}

function createQueue(runningMax: number, waitingMax: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: Array<() => void> = [];
  let running = 0;
  return async (task) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw new RefusalError('overloaded');
      // A hash that ends hands its place on, so `running` is not touched here.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

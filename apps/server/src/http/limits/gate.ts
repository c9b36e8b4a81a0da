import type { CallName } from '@sathi/contract/calls.ts';
import type { Db } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { Outside } from '../../outside/outside.ts';
import { type Challenges, createChallenges } from './challenge.ts';
import type { Taken } from './counters.ts';
import { createLeases } from './leases.ts';
import {
  type DirectLimitName,
  LIMITS,
  type NetworkLimit,
  type NetworkLimitName,
  type ShownLimitName,
} from './limits.ts';
import { networksOf } from './networks.ts';

const DAY_SECONDS = 86_400;

/** A request as the limits see it. `work` is how much work was done for it, 0 for none. */
export type Visit = { readonly call: CallName; readonly ip: string; readonly work: number };

/** Lets requests through, asks them for a proof of work, or refuses them. */
export function createGate(db: Db, outside: Pick<Outside, 'realNow' | 'secret' | 'config'>) {
  const leases = createLeases(db, outside);
  const challenges: Challenges = createChallenges(db, outside);

  /** @throws RefusalError `too_many_requests` */
  const passDirect = async (name: DirectLimitName, of: readonly string[]): Promise<void> => {
    const [taken] = await leases.take([{ of: [name, ...of], allowance: LIMITS[name] }]);
    if (taken?.granted === 0) refuseFor(taken.waitSeconds);
  };

  const takeFree = (name: NetworkLimitName, ip: string): Promise<readonly Taken[]> => {
    const { count, perSeconds } = LIMITS[name];
    const uses = networksOf(ip).map((network) => ({
      of: [name, 'free', network.name],
      allowance: { count: Math.round(count * network.freeTimes), perSeconds },
    }));
    return leases.take(uses);
  };

  /** @throws RefusalError `too_many_requests` */
  const passShown = async (name: ShownLimitName, ip: string): Promise<void> =>
    refuseWhereNone(await takeFree(name, ip));

  /**
   * Passes free while none of its networks has used up what it has for nothing; then for a proof of work, harder the
   * more it asks.
   * @throws RefusalError `challenge_required`, `too_many_requests`
   */
  const passNetwork = async (name: NetworkLimitName, visit: Visit): Promise<void> => {
    const networks = networksOf(visit.ip);
    const { count, most, mostOfDay, perSeconds }: Omit<NetworkLimit, 'name'> = LIMITS[name];
    const free = await takeFree(name, visit.ip);
    if (free.every(({ granted }) => granted > 0)) return;
    const asked = networks.map(({ name: of, mostTimes }) => ({
      of: [name, 'proven', of],
      allowance: { count: Math.round(most * mostTimes), perSeconds },
    }));
    if (visit.work === 0) {
      const proven = await leases.look(asked);
      // Each time the free count has been used again, the factor grows by one: twice as hard, and so on.
      const factor =
        1 +
        Math.floor(Math.max(...proven.map(({ used }, index) => used / (count * (networks[index]?.freeTimes ?? 1)))));
      await challenges.demand(visit, factor);
    }
    const ofDay = { perSeconds: DAY_SECONDS, isOfDay: true } as const;
    const askedOfDay = networks.map(({ name: of, mostTimes }) => ({
      of: [name, 'proven of a day', of],
      allowance: { count: Math.round((mostOfDay ?? 0) * mostTimes), ...ofDay },
    }));
    refuseWhereNone(await leases.take(mostOfDay === undefined ? asked : [...asked, ...askedOfDay]));
  };

  return { passDirect, passNetwork, passShown, challenges };
}

/** @throws RefusalError `too_many_requests` */
function refuseWhereNone(taken: readonly Taken[]): void {
  const refused = taken.filter(({ granted }) => granted === 0);
  if (refused.length > 0) refuseFor(Math.max(...refused.map(({ waitSeconds }) => waitSeconds)));
}

/** @throws RefusalError `too_many_requests`, always */
export function refuseFor(waitSeconds: number): never {
  throw new RefusalError('too_many_requests', { retryAfterSeconds: waitSeconds });
}

import { backerItem } from '../dictionary-items.ts';
import { PROPOSALS_CONTRACT } from '../installations.ts';
import type { Outcome, World } from './chain-world.ts';
import { amount, bytes32, digitsOf, key, string, stringMap } from './values.ts';

/** The token that all backers use. */
export const BACKED_TOKEN = 'a0'.repeat(32);

type Account = World['owner'];
type Entries = Readonly<Record<string, string>>;

/** The register of proposals with a reward token of its own; calls are the owner's unless another account is named. */
export class Register {
  readonly #world: World;
  readonly address: string;
  readonly dln: string;

  private constructor(world: World, address: string, dln: string) {
    this.#world = world;
    this.address = address;
    this.dln = dln;
  }

  static async open(world: World): Promise<Register> {
    const dln = await world.installToken('DLN');
    const args = { reward_token: bytes32(digitsOf(dln)) };
    return new Register(world, await world.install('proposals', PROPOSALS_CONTRACT, args), dln);
  }

  /** Lets the register spend so much of the owner's DLN. */
  allow(units: bigint): Outcome {
    const args = { spender: key(this.address), amount: amount(units) };
    return this.#world.call(this.#world.owner, this.dln, 'approve', args);
  }

  add(id: string, proposal: Entries, by = this.#world.owner): Outcome {
    const args = { proposal_id: string(id), proposal: stringMap(proposal) };
    return this.#world.call(by, this.address, 'add_proposal', args);
  }

  back(id: string, backer: Account, record: Entries, by = this.#world.owner): Outcome {
    return this.#world.call(by, this.address, 'add_backer', {
      proposal_id: string(id),
      token: bytes32(BACKED_TOKEN),
      delegator: bytes32(digitsOf(backer.address)),
      backer: stringMap(record),
    });
  }

  remove(id: string, backer: Account, by = this.#world.owner): Outcome {
    const args = { proposal_id: string(id), delegator: bytes32(digitsOf(backer.address)) };
    return this.#world.call(by, this.address, 'remove_backer', args);
  }

  proposal(id: string): Entries | null {
    return this.#world.map(this.address, 'proposals', id);
  }

  backing(id: string, backer: Account): Entries | null {
    return this.#world.map(this.address, 'backers', backerItem(id, digitsOf(backer.address)));
  }
}

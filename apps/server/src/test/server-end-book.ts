import type { EndBook } from '@sathi/domain/test/loan-end-stories.ts';
import { lookForDefaults } from '../features/defaults/defaults.jobs.ts';
import { proveNow } from './accounts.ts';
import { done } from './loans.ts';
import { ServerBook } from './server-book.ts';

const DAY_MS = 86_400_000;

/** The stories of loans that end in other ways than being repaid, on the server. */
export class ServerEndBook extends ServerBook implements EndBook {
  #pass(days: number): void {
    this.world.now = new Date(this.world.now.getTime() + days * DAY_MS);
  }

  async forgive(id: string, user: string): Promise<void> {
    this.#pass(31);
    const as = await this.person(user);
    await proveNow(this.world, as);
    done(await this.world.call('POST', '/api/borrow/forgive', { as, body: { proposalId: this.loan(id).id } }));
  }

  async writeOff(id: string): Promise<void> {
    const query = `proposalId=${this.loan(id).id}`;
    const [first, second] = this.office.officers;
    this.#pass(300);
    await lookForDefaults(this.world.outside);
    const why = { reason: 'Gone', cause: 'disaster' };
    done(await this.world.call('POST', `/api/mfi/default?${query}`, { as: first, body: why }));
    this.#pass(30);
    done(await this.world.call('POST', `/api/mfi/writeOff?${query}`, { as: first, body: { reason: 'Gone' } }));
    done(await this.world.call('PATCH', `/api/mfi/writeOff?${query}`, { as: second, body: { state: 'approved' } }));
  }

  async takeDebtOver(user: string): Promise<void> {
    const { id: personId } = await this.person(user);
    const [first, second] = this.office.officers;
    this.#pass(181);
    const entered = await this.world.call('POST', `/api/mfi/debts/takeOver?mfiId=3&personId=${personId}`, {
      as: first,
      body: { reason: 'Old' },
    });
    const path = `/api/mfi/debts/takeOver?mfiId=3&id=${done(entered).id}`;
    done(await this.world.call('PATCH', path, { as: second, body: { state: 'approved' } }));
  }
}

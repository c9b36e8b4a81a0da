export type Actor = 'owner' | 'b0' | 'b1' | 'b2' | 'officer' | 'foreign' | 'visitor';
export const BACKERS = ['b0', 'b1', 'b2'] as const;
export const OK = 'ok';
const LIFE_DAYS = 350;

/** The clock, and the money of people with and without the product. */
export class WorldModel {
  now: number;
  /** No act lets time pass beyond it. */
  readonly endsAt: number;
  readonly credit = new Map<Actor, number>();
  readonly outside = new Map<Actor, number>();

  constructor(now: number) {
    this.now = now;
    this.endsAt = now + LIFE_DAYS * 86_400_000;
  }
  creditOf(actor: Actor): number {
    return this.credit.get(actor) ?? 0;
  }
  addCredit(actor: Actor, amount: number): void {
    this.credit.set(actor, this.creditOf(actor) + amount);
  }
  addOutside(actor: Actor, amount: number): void {
    this.outside.set(actor, (this.outside.get(actor) ?? 0) + amount);
  }
}

// For tests only: a stake whose record costs more than a call is paid with.
import * as stake from '../stake';

export function add_stakeholder(): void {
  const place = memory.data(8);
  for (let count = 0; count < 1_000_000; count += 1) store<i32>(place, load<i32>(place) + count);
  stake.add_stakeholder();
}

export function stake_of(): void {
  stake.stake_of();
}

export function call(): void {
  stake.call();
}

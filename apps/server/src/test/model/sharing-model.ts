/** The life of a released loan as its sharing needs it, oldest first. */
export type LoanEvent<Who extends string> =
  | { readonly kind: 'paid'; readonly amount: number; readonly payment: object }
  | { readonly kind: 'forgiven'; readonly by: Who; readonly amount: number }
  /** The house takes so much of a claim over. */
  | { readonly kind: 'taken over'; readonly from: Who; readonly house: Who; readonly amount: number }
  | { readonly kind: 'written off' };

type Fraction = { readonly n: bigint; readonly d: bigint };

const of = (n: bigint, d = 1n): Fraction => {
  const divisor = gcd(n < 0n ? -n : n, d);
  return { n: n / divisor, d: d / divisor };
};
const plus = (a: Fraction, b: Fraction) => of(a.n * b.d + b.n * a.d, a.d * b.d);
const minus = (a: Fraction, b: Fraction) => of(a.n * b.d - b.n * a.d, a.d * b.d);
const times = (a: Fraction, b: Fraction) => of(a.n * b.n, a.d * b.d);
const over = (a: Fraction, b: Fraction) => of(a.n * b.d, a.d * b.n);

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a || 1n : gcd(b, a % b);
}

/** Rounded up. */
const up = ({ n, d }: Fraction): bigint => (n + d - 1n) / d;

/** The sums that a loan owes each after its life, by R22.9 word for word; `weights` stand in the order of the first backing. */
export function claimsAfter<Who extends string>(
  weights: ReadonlyMap<Who, number>,
  events: readonly LoanEvent<Who>[],
): Map<Who, number> {
  let carried = new Map(Array.from(weights, ([actor, weight]) => [actor, of(BigInt(weight))]));
  let claims = new Map(Array.from(weights, ([actor, weight]) => [actor, BigInt(weight)]));
  let outstanding = [...weights.values()].reduce((sum, weight) => sum + BigInt(weight), 0n);
  for (const event of events) {
    const whole = [...carried.values()].reduce(plus, of(0n));
    if (event.kind === 'paid') outstanding -= BigInt(event.amount);
    if (event.kind === 'forgiven') {
      const own = carried.get(event.by) ?? of(0n);
      const ended = over(times(of(BigInt(event.amount)), whole), of(outstanding));
      const left = minus(own, ended);
      carried.set(event.by, left.n < 0n ? of(0n) : left);
      outstanding -= BigInt(event.amount);
    }
    if (event.kind === 'taken over') {
      const own = carried.get(event.from) ?? of(0n);
      const asked = over(times(of(BigInt(event.amount)), whole), of(outstanding));
      const part = minus(own, asked).n < 0n ? own : asked;
      carried.set(event.from, minus(own, part));
      carried.set(event.house, plus(carried.get(event.house) ?? of(0n), part));
    }
    if (event.kind === 'written off') carried = rounded(carried, claims, outstanding);
    const now = [...carried.values()].reduce(plus, of(0n));
    claims = new Map(
      Array.from(carried, ([actor, weight]) => [
        actor,
        now.n === 0n ? 0n : up(over(times(weight, of(outstanding)), now)),
      ]),
    );
  }
  return new Map(Array.from(claims, ([actor, claim]) => [actor, Number(claim)]));
}

/** The cents that do not divide are paid to those whose share was rounded the most, ties to the earliest (R9.5). */
function rounded<Who>(carried: Map<Who, Fraction>, claims: Map<Who, bigint>, outstanding: bigint) {
  const whole = [...carried.values()].reduce(plus, of(0n));
  const roundedBy = (actor: Who) =>
    minus(of(claims.get(actor) ?? 0n), over(times(carried.get(actor) ?? of(0n), of(outstanding)), whole));
  const cents = Number([...claims.values()].reduce((sum, claim) => sum + claim, 0n) - outstanding);
  const paid = [...claims.keys()]
    .map((actor, index) => ({ actor, index, by: roundedBy(actor) }))
    .toSorted((one, other) => Number(minus(other.by, one.by).n) || one.index - other.index)
    .slice(0, cents)
    .map(({ actor }) => actor);
  return new Map(Array.from(claims, ([actor, claim]) => [actor, of(paid.includes(actor) ? claim - 1n : claim)]));
}

let phonesGiven = 0;

/** A number that no other account has, outside the block of the demo data; a random one was taken once in some hundred runs. */
export function newPhone(): { readonly national: string; readonly e164: string } {
  phonesGiven += 1;
  const national = `202555${1000 + phonesGiven}`;
  return { national, e164: `+1${national}` };
}

type Defined<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Drops the undefined fields: an absent field stays as it is. */
export function definedOf<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>;
}

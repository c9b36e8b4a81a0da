/**
 * Reads `/App/Login/:mfi?` for the router, in any case. Stands in the build for the router's own reader, which also
 * knows patterns that no route here has.
 */
export function parse(route: string, isLoose = false): { keys: string[]; pattern: RegExp } {
  const keys: string[] = [];
  const parts = route.split('/').filter(Boolean);
  const source = parts.map((part) => {
    if (part[0] !== ':') return `/${part}`;
    const isOptional = part.endsWith('?');
    keys.push(part.slice(1, isOptional ? -1 : undefined));
    return isOptional ? '(?:/([^/]+?))?' : '/([^/]+?)';
  });
  return { keys, pattern: new RegExp(`^${source.join('')}${isLoose ? '(?=$|/)' : '/?$'}`, 'i') };
}

type Policy = { createScriptURL: (url: string) => string };
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy;
};

const OWN = /^\/(service-worker\.js|(assets|src|@fs)\/[^?#]*(\?worker_file.*)?)$/;
let policy: Policy | undefined;

/**
 * The address of a script of this app in the form that the policy of the page lets through: it takes addresses that this
 * rule has passed only. A name may be given to one policy, so there is one for all scripts.
 */
export function scriptAddress(url: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (!types) return url;
  policy ??= types.createPolicy('app', {
    createScriptURL: (text) => {
      if (!OWN.test(text)) throw new TypeError('not a script of this app');
      return text;
    },
  });
  return policy.createScriptURL(url);
}

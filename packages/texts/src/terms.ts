/** The version of the terms (`identity.terms.…`) that a sign-up accepts: the day on which their words changed last. */
export const TERMS_VERSION = '2026-12-02';

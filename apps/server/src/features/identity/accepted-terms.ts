import { TERMS_VERSION } from '@sathi/texts/terms.ts';
import { networkPrefixOf } from '../../http/network-prefix.ts';
import type { AcceptedTerms } from './sign-ups.repository.ts';

export function acceptedTerms({ ip }: { readonly ip: string }): AcceptedTerms {
  return { termsVersion: TERMS_VERSION, termsNetwork: networkPrefixOf(ip) };
}

import type { Endpoints } from '@sathi/contract/all.ts';
import type { WireBodyOf, WireDataOf, WireParamsOf, WireQueryOf } from '@sathi/contract/endpoint.ts';

/** The contract's types by call name, as JSON carries them. Types only: the schemas stay out of the bundle. */
export type CallName = keyof Endpoints;
export type ListName = { [Name in CallName]: Endpoints[Name] extends { list: true } ? Name : never }[CallName];

export type DataOf<Name extends CallName> = WireDataOf<Endpoints[Name]>;
export type ParamsOf<Name extends CallName> = WireParamsOf<Endpoints[Name]>;
export type QueryOf<Name extends CallName> = WireQueryOf<Endpoints[Name]>;
export type BodyOf<Name extends CallName> = WireBodyOf<Endpoints[Name]>;

/** A part that the call does not have is absent; a part whose every field is optional may be. */
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [Name in Key]?: Value }
    : object extends Value
      ? { [Name in Key]?: Value }
      : { [Name in Key]: Value };

export type InputOf<Name extends CallName> = Part<'params', ParamsOf<Name>> &
  Part<'query', QueryOf<Name>> &
  Part<'body', BodyOf<Name>> &
  object;

/** A proposal as the lists and as its own page have it. */
export type ProposalSummary = DataOf<'listOwnProposals'>[number];
export type ProposalDetails = DataOf<'findProposal'>;

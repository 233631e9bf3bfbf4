/** RFC 8707 §2.2, RFC 6749 §6: access tokens for a part of what was granted. */

import type { Confirmation } from "../token-details.ts";

/** What was granted. */
interface Granted {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
}

/** The part of a grant that an access token is to be for. What is undefined is not narrowed. */
export type Extent = Partial<Granted>;

/**
 * The part of its grant that an access token is for, by position: a grant never changes its lists. The token itself carries
 * this, because tokens of grants are not stored.
 */
export interface Narrowing {
  /** Positions in the grant's audience; undefined means all of it. */
  readonly audience?: readonly number[];
  /** Positions in the grant's scope; undefined means all of it. */
  readonly scope?: readonly number[];
  /** The client's `access_token_epoch` when the token was issued. */
  readonly client_epoch: number;
  /** The key that the token is bound to: that of the grant may have changed since. */
  readonly cnf?: Confirmation;
  /** Whether the token has fewer details than were granted. The grant has them, by generation. */
  readonly details?: boolean;
}

/** What a token says about the moment at which it was issued. */
type Issued = Pick<Narrowing, "client_epoch" | "cnf" | "details">;

/**
 * The narrowing of a token with this extent; undefined when the extent is the whole grant. One of several access tokens of a
 * generation has one in any case: it must not take on the epoch and the key of another.
 */
export function narrowingOf(
  granted: Granted,
  { audience, scope }: Extent,
  issued: Issued & { readonly one_of_several?: boolean },
): Narrowing | undefined {
  const { one_of_several = false, ...moment } = issued;
  const audienceAt = positionsIn(granted.audience, audience);
  const scopeAt = positionsIn(granted.scope, scope);
  if (audienceAt === undefined && scopeAt === undefined && !one_of_several) return undefined;
  return {
    ...(audienceAt && { audience: audienceAt }),
    ...(scopeAt && { scope: scopeAt }),
    ...moment,
  };
}

/** Undefined when the part is the whole. */
function positionsIn(
  whole: readonly string[],
  part: readonly string[] | undefined,
): readonly number[] | undefined {
  if (part === undefined || part === whole) return undefined; // The usual case: nothing is compared.
  if (whole.every((name) => part.includes(name))) return undefined;
  return whole.flatMap((name, position) => (part.includes(name) ? [position] : []));
}

/** A grant, reduced to what a token with this narrowing is for, and with the key that the token is bound to. */
export function applyNarrowing<G extends Granted & { readonly cnf?: Confirmation | undefined }>(
  granted: G,
  narrowing: Narrowing | undefined,
): G {
  if (narrowing === undefined) return granted;
  return {
    ...granted,
    scope: pick(granted.scope, narrowing.scope),
    audience: pick(granted.audience, narrowing.audience),
    cnf: narrowing.cnf,
  };
}

function pick(
  whole: readonly string[],
  positions: readonly number[] | undefined,
): readonly string[] {
  if (positions === undefined) return whole;
  return positions.flatMap((position) => whole[position] ?? []);
}

/** RFC 9396 §5, §6: details against their types, against the client, and against what was granted. */

import { findViolation } from "../../json-schema/validator.ts";
import type { ClientMetadata } from "../client.ts";
import { err, ok, type Result } from "../../result.ts";
import type { DetailsRejection } from "./details-rejection.ts";
import type { DetailsTypes } from "./details-type.ts";
import type { TokenDetails } from "../token-details.ts";
import type { AuthorizationDetail } from "./parse-details.ts";
import { isReduction } from "./reduction.ts";

/** §5: checks that each type is registered and allowed for the client, and that each detail fits the schema of its type. */
export function verifyRequestedDetails(
  details: readonly AuthorizationDetail[],
  client: Pick<ClientMetadata, "authorization_details_types">,
  types: DetailsTypes,
): Result<void, DetailsRejection> {
  for (const detail of details) {
    const { type } = detail;
    if (types.has(type) && !client.authorization_details_types.includes(type)) {
      return err({ reason: "details_type_not_allowed", type });
    }
    const fits = verifySchema(detail, types);
    if (!fits.ok) return fits;
  }
  return ok(undefined);
}

/** Checks that the client may still request the types of details. Those that it requested stay valid when their types change. */
export function verifyTypesAllowed(
  details: readonly AuthorizationDetail[],
  { authorization_details_types: allowed }: Pick<ClientMetadata, "authorization_details_types">,
): Result<void, DetailsRejection> {
  const withdrawn = details.find(({ type }) => !allowed.includes(type));
  return withdrawn === undefined
    ? ok(undefined)
    : err({ reason: "details_type_not_allowed", type: withdrawn.type });
}

/**
 * Checks that nothing is granted beyond `outer`: each detail is one of them, or one reduced in the fields that its type
 * allows, and no element of `outer` is used for two.
 */
export function verifyWithin(
  inner: readonly AuthorizationDetail[],
  outer: readonly AuthorizationDetail[],
  types: DetailsTypes,
): Result<void, DetailsRejection> {
  const matched = matchEach(inner, (one) =>
    outer.flatMap((other, index) =>
      isReduction(one, other, reducibleOf(one, types)) ? index : [],
    ),
  );
  const unmatched = inner.find((_, index) => !matched.has(index));
  if (unmatched !== undefined) return err({ reason: "details_not_granted", type: unmatched.type });
  for (const detail of inner) {
    // A reduced detail must still make sense. One that is granted as requested stays valid when its type changes.
    if (outer.some((other) => isReduction(detail, other, []))) continue;
    const fits = verifySchema(detail, types);
    if (!fits.ok) return fits;
  }
  return ok(undefined);
}

/** A token request that names the details it wants, and the types that say how they may be reduced. */
export interface NarrowingRequest {
  readonly requested: readonly AuthorizationDetail[];
  readonly types: DetailsTypes;
}

/** §6: why a token request may not have the details it names; undefined when it names none, or no more than was granted. */
export function verifyNarrowing(
  narrowing: NarrowingRequest | undefined,
  { details }: { readonly details?: Pick<TokenDetails, "authorization_details"> },
): DetailsRejection | undefined {
  if (narrowing === undefined) return undefined;
  const { requested, types } = narrowing;
  const within = verifyWithin(requested, details?.authorization_details ?? [], types);
  return within.ok ? undefined : within.error;
}

/** The requested details that a remembered consent covers: those of types that may be remembered. */
export function coveredDetails(
  requested: readonly AuthorizationDetail[],
  remembered: readonly AuthorizationDetail[],
  types: DetailsTypes,
): readonly AuthorizationDetail[] {
  const matched = matchEach(requested, (one) =>
    types.get(one.type)?.rememberable === true
      ? remembered.flatMap((other, index) =>
          isReduction(one, other, reducibleOf(one, types)) ? index : [],
        )
      : [],
  );
  return requested.filter((_, index) => matched.has(index));
}

function reducibleOf({ type }: AuthorizationDetail, types: DetailsTypes): readonly string[] {
  return types.get(type)?.reducible ?? [];
}

function verifySchema(
  detail: AuthorizationDetail,
  types: DetailsTypes,
): Result<void, DetailsRejection> {
  const { type } = detail;
  const known = types.get(type);
  if (known === undefined) return err({ reason: "details_type_unknown", type });
  const violation = findViolation(known.schema, detail);
  return violation === undefined
    ? ok(undefined)
    : err({ reason: "details_invalid", type, ...violation });
}

/** Gives as many items as possible a place of their own among those that fit: by item, its place. */
function matchEach<T>(
  items: readonly T[],
  placesFor: (item: T) => readonly number[],
): ReadonlyMap<number, number> {
  const fitting = items.map(placesFor);
  const taken = new Map<number, number>(); // By place, the item.
  const settle = (item: number, tried: Set<number>): boolean =>
    (fitting[item] ?? []).some((place) => {
      if (tried.has(place)) return false;
      tried.add(place);
      const holder = taken.get(place);
      if (holder !== undefined && !settle(holder, tried)) return false;
      taken.set(place, item);
      return true;
    });
  for (const item of items.keys()) settle(item, new Set());
  return new Map([...taken].map(([place, item]) => [item, place]));
}

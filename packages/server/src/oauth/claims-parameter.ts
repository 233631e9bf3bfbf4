/** OpenID Connect Core §5.5: the parameter `claims`, with which a client requests single claims. */

import type { ClaimsRequest, JsonObject } from "@latchkey/api";
import { isJsonObject, nestsDeeperThan } from "../limits/json-depth.ts";
import { serverClaims } from "./jwt/server-claims.ts";
import type { RejectionOf, Rejections } from "./rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** Why the parameter is rejected, as the end of "The parameter claims …". */
export type ClaimsRejection = RejectionOf<typeof claimsRejections>;

/** Characters of the parameter: beyond this, it is not parsed. */
const MAX_LENGTH = 32_768;
const MAX_DEPTH = 8;
/** Claims of one list. */
const MAX_CLAIMS = 64;
const MAX_NAME_LENGTH = 255;

/** The requested claims; undefined when there are none. Fields of other specifications are ignored (§5.5). */
export function parseClaims(
  text: string | undefined,
): Result<ClaimsRequest | undefined, ClaimsRejection> {
  if (text === undefined) return ok(undefined);
  if (text.length > MAX_LENGTH) return malformed(`is longer than ${MAX_LENGTH} characters`);
  if (nestsDeeperThan(MAX_DEPTH, text))
    return malformed(`is nested deeper than ${MAX_DEPTH} levels`);
  const object = parseObject(text);
  if (object === undefined) return malformed("must be a JSON object");

  const userinfo = readRequested("userinfo", object);
  if (!userinfo.ok) return userinfo;
  const id_token = readRequested("id_token", object);
  if (!id_token.ok) return id_token;
  const claims = {
    ...(userinfo.value !== undefined && { userinfo: userinfo.value }),
    ...(id_token.value !== undefined && { id_token: id_token.value }),
  };
  return ok(Object.keys(claims).length > 0 ? claims : undefined);
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type RequestedClaims = NonNullable<ClaimsRequest["userinfo"]>;

/** The claims that are requested in one place; undefined when there are none. */
function readRequested(
  place: "userinfo" | "id_token",
  object: JsonObject,
): Result<RequestedClaims | undefined, ClaimsRejection> {
  const given = Object.hasOwn(object, place) ? object[place] : undefined;
  if (given === undefined || given === null) return ok(undefined);
  if (!isJsonObject(given)) return malformed(`must have an object as ${place}`);
  const entries = Object.entries(given);
  if (entries.length > MAX_CLAIMS) return malformed(`has more than ${MAX_CLAIMS} claims`);
  const claims: [string, JsonObject | null][] = [];
  for (const [name, claim] of entries) {
    if (name === "" || name === "__proto__" || name.length > MAX_NAME_LENGTH || !isText(name)) {
      return malformed("has a claim with a name that is not allowed");
    }
    if (!isClaim(claim)) {
      return malformed(
        `must have null or an object for each claim of ${place}, with essential as true or false and values as a list`,
      );
    }
    claims.push([name, claim]);
  }
  return ok(claims.length > 0 ? Object.fromEntries(claims) : undefined);
}

function isText(name: string): boolean {
  return name.isWellFormed() && !name.includes("\0");
}

/** §5.5.1: null, or an object whose fields have the right type, as far as this specification defines them. */
function isClaim(claim: unknown): claim is JsonObject | null {
  if (claim === null) return true;
  if (!isJsonObject(claim) || Object.hasOwn(claim, "__proto__")) return false;
  const { essential, values } = claim;
  return (
    (essential === undefined || typeof essential === "boolean") &&
    (values === undefined || Array.isArray(values))
  );
}

function malformed(problem: string): Result<never, ClaimsRejection> {
  return err({ reason: "claims_malformed", problem });
}

/** §5.5.1: the values of a claim that the client accepts, as strings; empty when it accepts all. */
function acceptedValues(claim: JsonObject | null | undefined): readonly string[] {
  if (claim === null || claim === undefined) return [];
  const values = Array.isArray(claim["values"]) ? claim["values"] : [];
  const all: readonly unknown[] = claim["value"] === undefined ? values : [claim["value"]];
  return all.filter((value) => typeof value === "string");
}

/** §5.5.1.1: the authentication levels that the client requests as a claim of the ID token. */
export function requestedAcr(claims: ClaimsRequest | undefined): {
  readonly values: readonly string[];
  readonly essential: boolean;
} {
  const acr = claims?.id_token?.["acr"];
  return { values: acceptedValues(acr), essential: acr?.["essential"] === true };
}

/** §5.5.1: each `sub` that the user may have; empty when any may. */
export function requestedSubjects(claims: ClaimsRequest | undefined): readonly string[] {
  const subjects = acceptedValues(claims?.id_token?.["sub"]);
  return subjects.length > 0 ? subjects : acceptedValues(claims?.userinfo?.["sub"]);
}

/** The requested claims about the user, for which consent is needed: not those that say how and for whom a token was made. */
export function requestedClaimNames(claims: ClaimsRequest | undefined): readonly string[] {
  const names = [claims?.id_token, claims?.userinfo].flatMap((requested) =>
    Object.keys(requested ?? {}),
  );
  return [...new Set(names)].filter((name) => !serverClaims.has(name));
}

/** §5.5. */
export const claimsRejections = {
  claims_malformed: {
    error: "invalid_request",
    description: ({ problem }: { problem: string }) => `The parameter claims ${problem}.`,
    reference: "OpenID Connect Core §5.5",
    fix: "Send claims as a JSON object with userinfo, id_token or both, each with null or an object for every claim.",
  },
} satisfies Rejections;

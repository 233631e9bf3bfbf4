/** OpenID Connect Core §5.5: claims that a client requests one by one. */

import type { ClaimsRequest } from "@latchkey/api";

import type { Profile } from "../accounts.ts";
import type { ClaimSentences, Messages, ScopeSentences } from "../messages/messages-type.ts";
import { claimsFor, scopeClaims } from "./claims.ts";

/** Claims that one sentence describes. */
export interface ClaimShown {
  readonly claims: readonly string[];
  readonly sentence: string;
  /** The app says that it needs one of them. */
  readonly is_essential: boolean;
}

/** Which claims the client requests: all of them, and those for each place. */
export interface RequestedClaims {
  readonly names: readonly string[];
  readonly id_token: readonly string[];
  readonly userinfo: readonly string[];
}

export function readRequestedClaims(claims: ClaimsRequest | undefined): RequestedClaims {
  const id_token = Object.keys(claims?.id_token ?? {});
  const userinfo = Object.keys(claims?.userinfo ?? {});
  return { names: [...new Set([...id_token, ...userinfo])], id_token, userinfo };
}

/** The claims to ask for: those of an account that no requested scope releases anyway. */
export function describeClaims(
  claims: ClaimsRequest | undefined,
  requested_scope: readonly string[],
  { scope, claim }: Pick<Messages, "scope" | "claim">,
): ClaimShown[] {
  const sentences = { ...claim, email: scope.email, address: scope.address, phone: scope.phone };
  const included = new Set(claimsOfScopes(requested_scope));
  const asked = readRequestedClaims(claims).names.filter((name) => !included.has(name));
  const known = asked.flatMap((name) => {
    const topic = topics.get(name);
    return topic === undefined ? [] : [{ name, sentence: sentences[topic] }];
  });
  const groups = Map.groupBy(known, ({ sentence }) => sentence);
  return [...groups].map(([sentence, entries]) => {
    const names = entries.map(({ name }) => name);
    return {
      claims: names,
      sentence,
      is_essential: names.some((name) => isEssential(claims, name)),
    };
  });
}

function isEssential(claims: ClaimsRequest | undefined, name: string): boolean {
  return [claims?.id_token, claims?.userinfo].some(
    (member) =>
      member !== undefined && Object.hasOwn(member, name) && member[name]?.["essential"] === true,
  );
}

/** The requested claims that may be released: selected, granted before, or part of a granted scope. */
export function allowedClaims(
  { names }: RequestedClaims,
  grant_scope: readonly string[],
  selected: readonly string[],
): string[] {
  const allowed = new Set([
    ...selected.flatMap((value) => value.split(" ")),
    ...claimsOfScopes(grant_scope),
  ]);
  // What the account does not know, it cannot release, so there was nothing to ask.
  return names.filter((name) => allowed.has(name) || !topics.has(name));
}

/** The claims for userinfo, by scope and one by one, and those for the ID token. */
export function releaseClaims(
  profile: Profile | undefined,
  grant_scope: readonly string[],
  { id_token, userinfo }: RequestedClaims,
  allowed: readonly string[],
): { readonly userinfo: Released; readonly id_token?: Released } {
  const pick = (names: readonly string[]): Released => {
    const entries = names.flatMap((name) =>
      isClaim(name) && allowed.includes(name) && profile?.[name] !== undefined
        ? [[name, profile[name]] as const]
        : [],
    );
    return Object.fromEntries(entries);
  };
  const inIdToken = pick(id_token);
  return {
    userinfo: { ...claimsFor(profile, grant_scope), ...pick(userinfo) },
    ...(Object.keys(inIdToken).length > 0 && { id_token: inIdToken }),
  };
}

type Released = Readonly<Record<string, unknown>>;

function claimsOfScopes(scopes: readonly string[]): readonly string[] {
  return scopes.flatMap((scope) => scopeClaims.get(scope) ?? []);
}

type Topic = keyof ClaimSentences | Extract<keyof ScopeSentences, "email" | "address" | "phone">;

/** The sentence that describes a claim. */
const topics: ReadonlyMap<string, Topic> = new Map<Exclude<keyof Profile, "subject">, Topic>([
  ["name", "name"],
  ["given_name", "name"],
  ["family_name", "name"],
  ["middle_name", "name"],
  ["nickname", "username"],
  ["preferred_username", "username"],
  ["profile", "website"],
  ["website", "website"],
  ["picture", "picture"],
  ["gender", "gender"],
  ["birthdate", "birthdate"],
  ["zoneinfo", "locale"],
  ["locale", "locale"],
  ["updated_at", "updated_at"],
  ["email", "email"],
  ["email_verified", "email"],
  ["address", "address"],
  ["phone_number", "phone"],
  ["phone_number_verified", "phone"],
]);

function isClaim(name: string): name is Exclude<keyof Profile, "subject"> {
  return topics.has(name);
}

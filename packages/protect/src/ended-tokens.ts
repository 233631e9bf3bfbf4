import { createHash } from "node:crypto";
import { type Claims, isObject, TokenRefusedError } from "./verified-token.ts";

/** How an API learns of JWTs that ended before their time. */
export interface EndedTokensOptions {
  /** The most seconds that a fetched list is used: how long an ended JWT may still be accepted. 10 by default. */
  readonly max_age_seconds?: number;
  /** While the list cannot be fetched: `accept` by the last list (the default), or `refuse` all JWTs with 503. */
  readonly when_unavailable?: "accept" | "refuse";
}

interface Options extends EndedTokensOptions {
  /** The list, or undefined where the one with this entity tag is current. */
  readonly fetchList: (etag: string | undefined) => Promise<FetchedList | undefined>;
  readonly onFailure: (error: unknown) => void;
  readonly now: () => number;
}

/** A list whose signature was verified. */
export interface FetchedList {
  readonly etag: string | undefined;
  readonly claims: Claims;
}

/** A list, as tokens are looked up in it. */
interface EndedList {
  readonly salt: string;
  readonly grants: ReadonlySet<string>;
  /** Unix seconds before which the tokens of an entry were issued. */
  readonly before: ReadonlyMap<string, number>;
  readonly all_before: number;
  /** Unix seconds. */
  readonly expires_at: number;
}

/** Seconds between two attempts to fetch a list from a server that is away. */
const RETRY_AFTER = 5;

/**
 * Refuses JWTs that ended before their time: by a signed list of the authorization server, which is fetched while tokens are
 * presented. In the second half of its time a list is fetched again in the background, so that few requests wait for it.
 */
export function createEndedTokens({
  max_age_seconds = 10,
  when_unavailable = "accept",
  fetchList,
  onFailure,
  now,
}: Options): (claims: Claims) => Promise<void> {
  let list: EndedList | undefined;
  let etag: string | undefined;
  let fetchedAt = -Infinity;
  let retryAt = -Infinity;
  let fetching: Promise<void> | undefined;

  const fetchAgain = async (): Promise<void> => {
    try {
      // A list that expires soon is not asked after, but fetched.
      const isCurrent = list !== undefined && list.expires_at - now() > 2 * max_age_seconds;
      const fetched = await fetchList(isCurrent ? etag : undefined);
      if (fetched !== undefined) {
        list = readList(fetched.claims);
        ({ etag } = fetched);
      }
      fetchedAt = now();
    } catch (error) {
      retryAt = now() + RETRY_AFTER;
      onFailure(error);
    } finally {
      fetching = undefined;
    }
  };

  const isDue = (age: number): boolean => now() - fetchedAt >= age && now() >= retryAt;

  return async (claims) => {
    if (isDue(max_age_seconds)) await (fetching ??= fetchAgain());
    else if (isDue(max_age_seconds / 2)) fetching ??= fetchAgain();
    if (now() - fetchedAt > max_age_seconds && when_unavailable === "refuse")
      throw new Error("The list of ended tokens could not be fetched.");
    if (list !== undefined && isEnded(claims, list))
      throw new TokenRefusedError("invalid_token", "The access token has ended.");
  };
}

function readList(claims: Claims): EndedList {
  const { exp, ended_tokens: content } = claims;
  if (!isObject(content) || typeof exp !== "number") throw malformed();
  const { salt, grants, before, all_before = 0 } = content;
  if (typeof salt !== "string" || !Array.isArray(grants) || !Array.isArray(before))
    throw malformed();
  if (typeof all_before !== "number") throw malformed();
  const times = new Map<string, number>();
  for (const entry of before) {
    const [time, ...hashes]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof time !== "number") throw malformed();
    for (const hash of hashes) {
      if (typeof hash !== "string") throw malformed();
      times.set(hash, Math.max(time, times.get(hash) ?? 0));
    }
  }
  return {
    salt,
    grants: new Set(grants.filter(isText)),
    before: times,
    all_before,
    expires_at: exp,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function malformed(): Error {
  return new Error("The list of ended tokens is malformed.");
}

/** A token ends on its own or with its grant, its user, its client, an API it is for, and what it was exchanged for. */
function isEnded(claims: Claims, { salt, grants, before, all_before }: EndedList): boolean {
  const issuedAt = typeof claims["iat"] === "number" ? claims["iat"] : 0;
  if (issuedAt < all_before) return true;
  return keysOf(claims).some((key) => {
    const entry = digest(`${salt}.${key}`, 12);
    return grants.has(entry) || issuedAt < (before.get(entry) ?? 0);
  });
}

function keysOf({ sub, client_id, aud, jti, ends_with }: Claims): readonly string[] {
  const audience = Array.isArray(aud) ? aud.filter(isText) : isText(aud) ? [aud] : [];
  return [
    ...(isText(sub) ? [keyOf("subject", sub)] : []),
    ...(isText(client_id) ? [keyOf("client", client_id)] : []),
    ...audience.map((name) => keyOf("audience", name)),
    ...(isText(jti) ? [keyOf("grant", grantIdOf(jti))] : []),
    ...(Array.isArray(ends_with) ? ends_with.filter(isText) : []),
  ];
}

/** The `jti` of a token that belongs to a grant begins with the 16 bytes of the id of the grant. One without is listed by these bytes alone. */
function grantIdOf(jti: string): string {
  return Buffer.from(jti.slice(0, 22), "base64url").toString("base64url", 0, 16);
}

function keyOf(kind: "subject" | "client" | "audience" | "grant", value: string): string {
  return digest(`${kind}:${value}`, 16);
}

function digest(text: string, bytes: number): string {
  return createHash("sha256").update(text).digest().toString("base64url", 0, bytes);
}

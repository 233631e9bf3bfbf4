import { hash } from "node:crypto";
import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import { type Client, isSelfDescribed } from "../oauth/client.ts";
import { type OAuthError, tooManyRequests } from "../oauth/oauth-error.ts";

/**
 * Whether something that may be used once, such as the `jti` of a JWT, is used for the first time on any server. Its names
 * distinguish it from everything else; it is stored until the unix second `expires_at`, and only as a digest.
 */
export function isFirstUse(
  names: readonly string[],
  expires_at: number,
  { store }: Pick<Context, "store">,
): Promise<boolean> {
  const digest = Buffer.from(hash("sha256", JSON.stringify(names), "hex"), "hex");
  return store.seen_assertions.remember(digest, expires_at);
}

/** The same for an assertion with a `jti`, which the predecessor may have accepted before. */
export async function isFirstAssertion(
  { names, jti, expires_at }: NamedAssertion,
  { store, predecessor }: Pick<Context, "store" | "predecessor">,
): Promise<boolean> {
  const isNew = await isFirstUse([...names, jti], expires_at, { store });
  return isNew && (predecessor === undefined || !(await predecessor.hasAccepted(jti)));
}

/** An assertion, what distinguishes it beside its `jti`, and until when it is stored. */
interface NamedAssertion {
  readonly names: readonly string[];
  readonly jti: string;
  /** Unix seconds. */
  readonly expires_at: number;
}

/**
 * Counts what one address has stored of those uses that anyone can cause: with the id of a public client, or as a client that
 * registered itself. The error where there are more than `limits.rate.pushed_requests` allows.
 */
export function firstUseRateError(
  client: Client,
  { address }: Pick<Request, "address">,
  { pushed_request_rate, now_ms, server_metrics }: Context,
): OAuthError | undefined {
  const isPublic = client.token_endpoint_auth_method === "none";
  if (!isPublic && !isSelfDescribed(client)) return undefined;
  const retryAfter = pushed_request_rate(address, now_ms(), "first uses");
  if (retryAfter === undefined) return undefined;
  server_metrics.limit_hits.with({ limit: "limits.rate.pushed_requests" }).add();
  return tooManyRequests(
    "Too many client assertions or DPoP proofs came from this address.",
    retryAfter,
  );
}

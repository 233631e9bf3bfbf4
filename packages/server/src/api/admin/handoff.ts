import { interactionLifespan } from "../../grants/lifespans.ts";
import { publicUrl } from "../../flows/page-urls.ts";
import { restartUrl } from "../../flows/restart-flow.ts";
import type { Context } from "../../context/context.ts";
import { readHandle } from "../../crypto/flow-id.ts";
import type { Request } from "../../http/request.ts";
import type { Response } from "../../http/response.ts";
import { readQuery } from "../../http/form.ts";
import { refuse } from "../../http/refuse.ts";
import {
  type InteractionFacts,
  type InteractionRejection,
  interactionRejections,
} from "../../interaction/interaction-rejection.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import { joinUrl } from "../../openid/urls.ts";
import type { Dialect } from "../dialects/dialect.ts";

/** A challenge and its id. */
interface Challenge {
  readonly challenge: string;
  readonly id: string;
}

/** The challenge in the query, as `login_challenge` and the like or as `challenge`. */
export function readChallenge(
  handle: `${string}_challenge`,
  request: Request,
  { signer }: Context,
): Result<Challenge, OAuthError> {
  const query = readQuery(request);
  const challenge = query?.get(handle) ?? query?.get("challenge");
  if (challenge === undefined) {
    return err({
      error: "invalid_request",
      error_description: `The parameter ${handle} is missing.`,
    });
  }
  const id = readHandle(signer, handle, challenge);
  return id === undefined
    ? err(describeRejection(interactionRejections, unknown))
    : ok({ challenge, id });
}

/**
 * The same, where the challenge may be of the predecessor: then its id here, or an error that sends the browser to the beginning.
 * The error is a response.
 */
export async function findChallenge(
  handle: "login_challenge" | "consent_challenge" | "logout_challenge",
  request: Request,
  context: Context,
): Promise<Result<Challenge, Response>> {
  const named = readChallenge(handle, request, context);
  if (named.ok) return named;
  const query = readQuery(request);
  const challenge = query?.get(handle) ?? query?.get("challenge");
  const taken =
    challenge === undefined ? undefined : await context.predecessor?.findHandle(handle, challenge);
  if (challenge === undefined || taken === undefined)
    return err(refuse(named.error, request, context));
  const { logout_id: id, request_url = "" } = taken;
  if (id !== undefined) return ok({ challenge, id });
  const what = handle === "logout_challenge" ? "logout" : "authorization";
  const redirect_to = restartUrl(request_url, what, context.config);
  return err(
    redirect_to === undefined
      ? refuse(named.error, request, context)
      : handoffError({ reason: "begun_elsewhere", request_url: redirect_to }, request, context),
  );
}

/** The error for an app, with `redirect_to` where the flow can be started again. Dialects differ where a request is read. */
export function handoffError(
  rejection: InteractionRejection,
  request: Request,
  context: Context,
  dialect?: Dialect,
): Response {
  // A logout request stores path and query of where it started, a flow the whole URL.
  const redirect_to = rejection.request_url && wholeUrl(rejection.request_url, context);
  const status = statusFor(rejection.reason, dialect);
  const more = { redirect_to, ...(status !== undefined && { status }) };
  return refuse(describeRejection(interactionRejections, rejection), request, context, more);
}

/** Undefined for that of the error code. */
function statusFor(reason: InteractionRejection["reason"], dialect?: Dialect): number | undefined {
  if (reason === "begun_elsewhere") return GONE; // Login apps know the answer of a request that was used.
  return reason === "already_used" ? dialect?.used_status : undefined;
}

const GONE = 410;

function wholeUrl(request_url: string, { config }: Context): string {
  return request_url.startsWith("/") ? joinUrl(publicUrl(config), request_url) : request_url;
}

/** The moment and the lifespan that a challenge is checked against. */
export function handoffFacts({ config, now }: Context): InteractionFacts {
  return { now: now(), ttl: interactionLifespan(config) };
}

/** No request has this challenge, or its client is gone. */
export const unknown: InteractionRejection = { reason: "not_asked" };

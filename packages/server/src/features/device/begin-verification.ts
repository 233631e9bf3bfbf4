import type { DeviceContext } from "./context.ts";
import { endOfChallenge, mintChallengeId, writeDeviceChallenge } from "./device-challenge.ts";
import { interactionLifespan } from "../../grants/lifespans.ts";
import type { Request } from "../../http/request.ts";
import { redirect, type Response } from "../../http/response.ts";
import type { FormFields } from "../../oauth/form-fields.ts";
import { withQuery } from "../../openid/urls.ts";
import { withCookies } from "../../flows/authorization-response.ts";
import { readDeviceCookie, writeDeviceCookie } from "./cookies.ts";
import { verificationPage } from "./urls.ts";

/** RFC 8628 §3.3: redirects the browser to the page for user codes. A code in the URL is passed on, and confirmed there. */
export function beginVerification(
  params: FormFields,
  request: Request,
  context: DeviceContext,
): Response {
  const { config, signer } = context;
  const challengeId = challengeOf(request, context);
  const user_code = params.get("user_code")?.slice(0, MAX_USER_CODE);
  const page = withQuery(verificationPage(config), {
    device_challenge: writeDeviceChallenge(signer, challengeId, request.address),
    ...(user_code !== undefined && { user_code }),
  });
  return withCookies(redirect(page), [writeDeviceCookie(challengeId, context)]);
}

/** Characters that are passed on. */
const MAX_USER_CODE = 64;

/**
 * A browser keeps its challenge: so that its guesses are counted together, and so that a user who entered a code may return to
 * it. One whose time is half over is replaced.
 */
function challengeOf(request: Request, context: DeviceContext): string {
  const { config, now, now_ms } = context;
  const lifespan = interactionLifespan(config);
  const known = readDeviceCookie(request, context);
  if (known !== undefined && endOfChallenge(known) > now() + lifespan / 2) return known;
  return mintChallengeId(now_ms() + lifespan * 1000);
}

import type { Context, Endpoint } from "../../context/context.ts";
import { writeHandle } from "../../crypto/flow-id.ts";
import { logoutUrl } from "../../flows/page-urls.ts";
import { json, noContent, type Response } from "../../http/response.ts";
import type { Request } from "../../http/request.ts";
import type {
  InteractionFacts,
  InteractionRejection,
} from "../../interaction/interaction-rejection.ts";
import {
  acceptLogout,
  verifyLogoutOpen,
  type LogoutRequest,
  rejectLogout,
} from "../../interaction/logout-request.ts";
import type { Result } from "../../result.ts";
import type { DialectEndpoint } from "../dialects/dialect.ts";
import { handoffError, handoffFacts, findChallenge, unknown } from "./handoff.ts";

/** GET /oauth2/auth/requests/logout. */
export const getLogoutRequest: DialectEndpoint = async (request, context, dialect) => {
  const named = await findChallenge("logout_challenge", request, context);
  if (!named.ok) return named.error;
  const found = await context.store.logout_requests.find(named.value.id);
  if (found === undefined) return handoffError(unknown, request, context);
  const open = verifyLogoutOpen(found, handoffFacts(context));
  if (!open.ok) return handoffError(open.error, request, context, dialect);
  const { challenge } = named.value;
  return json(200, await dialect.describeLogoutRequest(open.value, challenge, context));
};

/** PUT /oauth2/auth/requests/logout/accept: the user confirms. */
export const acceptLogoutRequest: Endpoint = (request, context) =>
  answerLogout(request, context, acceptLogout, (logout_id) => {
    const verifier = writeHandle(context.signer, "logout_verifier", logout_id);
    const redirect_to = `${logoutUrl(context.config)}?logout_verifier=${verifier}`;
    return json(200, { redirect_to });
  });

/** PUT /oauth2/auth/requests/logout/reject: the user stays signed in. The body is ignored. */
export const rejectLogoutRequest: Endpoint = (request, context) =>
  answerLogout(request, context, rejectLogout, () => noContent());

type Step = (
  request: LogoutRequest,
  facts: InteractionFacts,
) => Result<LogoutRequest, InteractionRejection>;

async function answerLogout(
  request: Request,
  context: Context,
  step: Step,
  answer: (logout_id: string) => Response,
): Promise<Response> {
  const named = await findChallenge("logout_challenge", request, context);
  if (!named.ok) return named.error;
  for (;;) {
    const found = await context.store.logout_requests.find(named.value.id);
    if (found === undefined) return handoffError(unknown, request, context);
    const next = step(found, handoffFacts(context));
    if (!next.ok) return handoffError(next.error, request, context);
    if (await context.store.logout_requests.advance(next.value)) return answer(named.value.id);
  }
}

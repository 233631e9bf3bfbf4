import type { streamScopes } from "@latchkey/api";
import type { FeatureEndpoint } from "../../../feature/feature.ts";
import { offerNonce } from "../../../grants/dpop.ts";
import { clientIdOf, findToken } from "../../../grants/find-token.ts";
import { verifyPossession } from "../../../grants/prove-key.ts";
import { identifyCaller } from "../../../http/cause.ts";
import type { Request } from "../../../http/request.ts";
import { errorResponse, noStore, type Response } from "../../../http/response.ts";
import {
  type AccessTokenScheme,
  type BearerRejection,
  describeBearerRejection,
  parseAccessToken,
} from "../../../oauth/bearer-token.ts";
import type { Client } from "../../../oauth/client.ts";
import type { FormFields } from "../../../oauth/form-fields.ts";
import { detailsOfToken } from "../../../oauth/grant.ts";
import { statusOf } from "../../../oauth/oauth-error.ts";
import type { SignalsContext } from "../context.ts";
import { decideReceiver } from "../rules/authorization.ts";

/** What a client that receives events asks of its stream. */
type ReceiverEndpoint = (
  client: Client,
  request: Request,
  context: SignalsContext,
) => Promise<Response>;

/** An endpoint for clients whose access token has a scope for streams. */
export function ofReceiver(
  needs: keyof typeof streamScopes,
  answer: ReceiverEndpoint,
): FeatureEndpoint<SignalsContext> {
  return async (request, context) => {
    const { authorization } = request.headers;
    // In the header alone: a token in a URL is logged on the way.
    const presented = parseAccessToken({ authorization, query: new URLSearchParams(), form });
    if (!presented.ok) return tokenError(presented.error, "Bearer", context);
    const { scheme } = presented.value;
    const token = await findToken(presented.value.token, context);
    const found = token && (await context.store.clients.find(clientIdOf(token)));
    const decided = decideReceiver(token, found, {
      needs,
      scope_strategy: context.config["strategies.scope"],
      issuer: context.config["urls.self.issuer"],
      now: context.now(),
    });
    if (!decided.ok) return tokenError(decided.error, scheme, context);
    const client = decided.value;
    const { cnf } = (token && detailsOfToken(token, client)) ?? {};
    const unproven = await verifyPossession(presented.value, cnf, client, request, context);
    if (unproven !== undefined) return tokenError(unproven, scheme, context);
    identifyCaller({ kind: "client", id: client.client_id });
    const answered = await answer(client, request, context);
    const response = { ...answered, headers: { ...noStore, ...answered.headers } };
    return scheme === "DPoP" ? offerNonce(response, context) : response;
  };
}

/** The bodies are JSON. */
const form: FormFields = { get: () => undefined, getAll: () => [], repeated: [], names: [] };

function tokenError(
  rejection: BearerRejection,
  scheme: AccessTokenScheme,
  context: SignalsContext,
): Response {
  const { error, www_authenticate } = describeBearerRejection(rejection, scheme);
  const status = rejection.reason === "proof_rejected" ? 401 : statusOf(error.error); // RFC 9449 §7.1
  const headers = { "WWW-Authenticate": www_authenticate };
  return offerNonce(errorResponse(status, error, { headers }), context);
}

import type { Context } from "../../context/context.ts";
import type { Client } from "../../oauth/client.ts";
import type { FormFields } from "../../oauth/form-fields.ts";
import { profileOf, traitsOf } from "../../oauth/profiles/profile.ts";
import { err, ok, type Result } from "../../result.ts";
import type { RequestObjectProtocol } from "../../openid/request-object.ts";
import type { RequestObjectRejection } from "../../openid/request-object-rejection.ts";
import { unfoldRequestObject } from "../../flows/request-object.ts";

/**
 * OpenID CIBA Core §7.1.1: reads the signed backchannel authentication request of a client that registered an algorithm for it.
 * Nothing but the authentication of the client may be beside it.
 */
export async function unfoldBackchannelRequest(
  params: FormFields,
  client: Client,
  context: Context,
): Promise<Result<FormFields, RequestObjectRejection>> {
  if (client.backchannel_authentication_request_signing_alg === undefined) return ok(params);
  const request = params.get("request");
  if (request === undefined) return err({ reason: "request_object_missing" });
  const parameter = params.names.find((name) => !BESIDE_SIGNED_REQUEST.has(name));
  if (parameter !== undefined) return err({ reason: "request_object_parameter_beside", parameter });
  const policy = {
    pushed: true,
    signature_required: true,
    protocol: signedRequest,
    algorithms: traitsOf(profileOf(client, context.config["security.profile"])).accepted_algorithms,
    max_lifetime: MAX_LIFETIME,
  };
  const unfolded = await unfoldRequestObject(params, request, client, policy, context);
  if (!unfolded.ok) return unfolded;
  return unfolded.value.params.get("client_id") === client.client_id
    ? ok(unfolded.value.params)
    : err({ reason: "request_object_parameter_contradicted", parameter: "client_id" });
}

const BESIDE_SIGNED_REQUEST: ReadonlySet<string> = new Set([
  "request",
  "client_id",
  "client_secret",
  "client_assertion",
  "client_assertion_type",
]);

/** Seconds, as in FAPI-CIBA §5.2.2: a signed request is not valid for ever. */
const MAX_LIFETIME = 3_600;

/** §4, §7.1.1. */
const signedRequest: RequestObjectProtocol = {
  signing_alg: "backchannel_authentication_request_signing_alg",
  required_claims: ["aud", "iss", "exp", "iat", "nbf", "jti"],
};

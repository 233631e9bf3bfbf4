/** RFC 6749 §4.1.1: an integration sends a person's browser to ask for an installation. */

import type { ResponseEnvelope, ResponseParameters } from "../oauth/authorization-response.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import type { GrantOwner, IntegrationRecord } from "./records.ts";

/** A request that may be put to the person. */
export interface WorkspaceAuthorization {
  readonly redirect_uri: string;
  /** Whether the request named it; then the exchange must name it again. */
  readonly redirect_uri_sent: boolean;
  readonly owner: GrantOwner["type"];
  readonly state: string | undefined;
  readonly code_challenge: string | undefined;
}

/** A request that may not, and who is told: the person, where nobody knows whom the answer would reach. */
export type WorkspaceAuthorizationRefusal =
  | { readonly deliver: "here"; readonly error: OAuthError }
  | {
      readonly deliver: "client";
      readonly redirect_uri: string;
      readonly state: string | undefined;
      readonly error: OAuthError;
    };

/** Reads an authorization request. Unknown parameters, `scope` among them, say nothing. */
export function parseWorkspaceAuthorization(
  params: FormFields,
  integration: IntegrationRecord | undefined,
): Result<WorkspaceAuthorization, WorkspaceAuthorizationRefusal> {
  const redirect_uri = findRedirectUri(params, integration);
  if (!redirect_uri.ok) return err({ deliver: "here", error: redirect_uri.error });
  const { uri, registrant } = redirect_uri.value;

  const asked = {
    redirect_uri: uri,
    redirect_uri_sent: params.get("redirect_uri") !== undefined,
    owner: params.get("owner") === "workspace" ? "workspace" : "user",
    state: params.get("state"),
    code_challenge: params.get("code_challenge"),
  } as const;
  const error = objection(params, registrant);
  if (error === undefined) return ok(asked);
  return err({ deliver: "client", redirect_uri: uri, state: asked.state, error });
}

/** §4.1.2, RFC 9207 §2: the answer that carries a code. */
export function describeWorkspaceAuthorization(
  code: string,
  { state, issuer }: ResponseEnvelope,
): ResponseParameters {
  return { code, state, iss: issuer };
}

/** §4.1.2.1: the person said no. */
export const authorizationDenied: OAuthError = {
  error: "access_denied",
  error_description: "The person did not allow the installation.",
};

const PARAMETERS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "owner",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const;

/** Letter by letter what is registered, or the only one that is. */
function findRedirectUri(
  params: FormFields,
  integration: IntegrationRecord | undefined,
): Result<{ readonly uri: string; readonly registrant: IntegrationRecord }, OAuthError> {
  if (PARAMETERS.some((name) => params.getAll(name).length > 1)) {
    return err(invalid("Each parameter may be sent only once.")); // §3.1
  }
  if (params.get("client_id") === undefined) return err(invalid("The client_id is missing."));
  if (integration === undefined) return err(invalid("No integration has this client_id."));

  const { redirect_uris } = integration;
  const sent = params.get("redirect_uri");
  if (sent === undefined && redirect_uris.length !== 1) {
    return err(invalid("The request must name one of the integration's redirect URIs."));
  }
  const uri = redirect_uris.find((registered) => sent === undefined || registered === sent);
  if (uri === undefined) return err(invalid("The redirect_uri is none of the integration's."));
  return ok({ uri, registrant: integration });
}

function objection(params: FormFields, integration: IntegrationRecord): OAuthError | undefined {
  if (integration.kind === "internal" || !integration.enabled) {
    return {
      error: "unauthorized_client",
      error_description: "The integration cannot be installed in this way, or is switched off.",
    };
  }
  if (params.get("response_type") !== "code") {
    return {
      error: "unsupported_response_type",
      error_description: "The response_type must be code.",
    };
  }
  const owner = params.get("owner") ?? "user";
  if (owner !== "user" && !(owner === "workspace" && integration.allow_workspace_owner)) {
    return invalid("The integration cannot be installed for this owner. Send owner=user.");
  }
  const challenge = params.get("code_challenge");
  const method = params.get("code_challenge_method");
  if (challenge === undefined && method === undefined) return undefined;
  return method === "S256" && CODE_CHALLENGE.test(challenge ?? "")
    ? undefined
    : invalid("The code_challenge must be 43 characters, with the code_challenge_method S256.");
}

const CODE_CHALLENGE = /^[A-Za-z0-9\-_]{43}$/; // RFC 7636 §4.2: base64url of 32 bytes

function invalid(error_description: string): OAuthError {
  return { error: "invalid_request", error_description };
}

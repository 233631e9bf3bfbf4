/** RFC 6749 §4.1.1: the authorization requests of integrations. */

import {
  type FormFields,
  type OAuthError,
  type ResponseEnvelope,
  type ResponseParameters,
  type Result,
  err,
  invalidRequest,
  isCodeChallenge,
  ok,
  parameterMissing,
} from "@latchkey/server/feature/rules";
import type { GrantOwner, IntegrationRecord } from "./records.ts";

/** A valid request. */
export interface WorkspaceAuthorization {
  readonly redirect_uri: string;
  /** Whether the request had a `redirect_uri`; then the token request must have it too (§4.1.3). */
  readonly redirect_uri_sent: boolean;
  readonly owner: GrantOwner["type"];
  readonly state: string | undefined;
  readonly code_challenge: string | undefined;
}

/** An error, and who gets it: the client at its redirect URI, or, until that is verified, the user on a page of this server. */
export type WorkspaceAuthorizationRefusal =
  | { readonly deliver: "here"; readonly error: OAuthError }
  | {
      readonly deliver: "client";
      readonly redirect_uri: string;
      readonly state: string | undefined;
      readonly error: OAuthError;
    };

/** Reads an authorization request. Unknown parameters are ignored, and so is `scope`. */
export function parseWorkspaceAuthorization(
  params: FormFields,
  integration: IntegrationRecord | undefined,
): Result<WorkspaceAuthorization, WorkspaceAuthorizationRefusal> {
  const redirect_uri = parseRedirectUri(params, integration);
  if (!redirect_uri.ok) return err({ deliver: "here", error: redirect_uri.error });
  const { uri, registrant } = redirect_uri.value;

  const request = {
    redirect_uri: uri,
    redirect_uri_sent: params.get("redirect_uri") !== undefined,
    owner: params.get("owner") === "workspace" ? "workspace" : "user",
    state: params.get("state"),
    code_challenge: params.get("code_challenge"),
  } as const;
  const error = verifyParameters(params, registrant);
  if (error === undefined) return ok(request);
  return err({ deliver: "client", redirect_uri: uri, state: request.state, error });
}

/** §4.1.2, RFC 9207 §2: the response with a code. */
export function describeWorkspaceAuthorization(
  code: string,
  { state, issuer }: ResponseEnvelope,
): ResponseParameters {
  return { code, state, iss: issuer };
}

/** §4.1.2.1: the user denied the request. */
export const authorizationDenied: OAuthError = {
  error: "access_denied",
  error_description: "The user did not allow the installation.",
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

/** The redirect URI that was sent, if exactly it is registered, or the only registered one if none was sent. */
function parseRedirectUri(
  params: FormFields,
  integration: IntegrationRecord | undefined,
): Result<{ readonly uri: string; readonly registrant: IntegrationRecord }, OAuthError> {
  if (PARAMETERS.some((name) => params.getAll(name).length > 1)) {
    return err(invalidRequest("Send each parameter only once.")); // §3.1
  }
  if (params.get("client_id") === undefined) return err(parameterMissing("client_id"));
  if (integration === undefined) return err(invalidRequest("No integration has this client_id."));

  const { redirect_uris } = integration;
  const sent = params.get("redirect_uri");
  if (sent === undefined && redirect_uris.length !== 1) {
    return err(
      invalidRequest(
        "The parameter redirect_uri is missing. The integration does not have exactly one redirect URI.",
      ),
    );
  }
  const uri = redirect_uris.find((registered) => sent === undefined || registered === sent);
  if (uri === undefined)
    return err(
      invalidRequest(
        "The redirect_uri is not registered for the integration. Add exactly this URI to its redirect_uris.",
      ),
    );
  return ok({ uri, registrant: integration });
}

/** Whether an integration may be installed for this owner: for a whole workspace only where it allows that. */
export function isOwnerAllowed(
  owner: string,
  { allow_workspace_owner }: Pick<IntegrationRecord, "allow_workspace_owner">,
): boolean {
  return owner === "user" || (owner === "workspace" && allow_workspace_owner);
}

function verifyParameters(
  params: FormFields,
  integration: IntegrationRecord,
): OAuthError | undefined {
  if (integration.kind === "internal" || !integration.enabled) {
    return {
      error: "unauthorized_client",
      error_description: "The integration is internal or disabled, and cannot be authorized.",
    };
  }
  if (params.get("response_type") !== "code") {
    return {
      error: "unsupported_response_type",
      error_description: "The response_type must be code.",
    };
  }
  const owner = params.get("owner") ?? "user";
  if (!isOwnerAllowed(owner, integration)) {
    return invalidRequest(
      "The integration cannot be installed for this owner. Send owner=user, or set its allow_workspace_owner.",
    );
  }
  const challenge = params.get("code_challenge");
  const method = params.get("code_challenge_method");
  if (challenge === undefined && method === undefined) return undefined;
  return method === "S256" && isCodeChallenge(challenge ?? "")
    ? undefined
    : invalidRequest(
        "The code_challenge must have 43 characters, and the code_challenge_method must be S256.",
      );
}

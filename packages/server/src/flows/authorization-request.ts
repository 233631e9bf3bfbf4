import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import { readHandle } from "../crypto/flow-id.ts";
import { findTargetPolicyOf } from "../grants/find-apis.ts";
import { verifyDetails } from "../grants/authorization-details.ts";
import { parseForm } from "../http/form.ts";
import {
  type AuthorizationOptions,
  type AuthorizationRejection,
  type AuthorizationRequest,
  parseAuthorizationRequest,
} from "../oauth/authorization-request.ts";
import { detailsRejections } from "../oauth/authorization-details/details-rejection.ts";
import type { Client } from "../oauth/client.ts";
import { type FormFields, repeatedParameter } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import {
  checkPushedRequest,
  handleOf,
  mustPush,
  type PushedRequest,
  type PushedRequestRejection,
  pushedRequestRejections,
} from "../oauth/request/pushed-request.ts";
import { profileOf, traitsOf } from "../oauth/profiles/profile.ts";
import { describeProfileRejection } from "../oauth/profiles/explain-rules.ts";
import { verifyAuthorization } from "../oauth/profiles/rules.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import { requestObjectRejections } from "../openid/request-object-rejection.ts";
import { type Arrival, mustSign, type UnfoldedRequest, unfoldRequest } from "./request-object.ts";

/** A request that was checked. */
export interface CheckedRequest {
  readonly request: AuthorizationRequest;
  /** Its parameters, including those of its request object or of the pushed request. */
  readonly params: FormFields;
  /** Whether they were in a signed request object. */
  readonly signed: boolean;
  /** The pushed request that it refers to. */
  readonly pushed_request_id?: string;
}

type Checked = Result<CheckedRequest, AuthorizationRejection>;

/** Reads the request that a browser brings: the parameters themselves, a request object, or a reference to a pushed request. */
export async function readAuthorizationRequest(
  params: FormFields,
  client: Client | undefined,
  { address }: Pick<Request, "address">,
  context: Context,
): Promise<Checked> {
  if (client === undefined || repeatedParameter(params) !== undefined) {
    return parse({ params, signed: false }, client, { pushed: false }, context);
  }
  const handle = handleOf(params.get("request_uri"));
  if (handle !== undefined) return readPushedRequest(handle, params, client, context);
  const required = context.config["oauth2.require_pushed_authorization_requests"];
  return mustPush(client, required)
    ? rejectHere(describeRejection(pushedRequestRejections, { reason: "pushed_request_required" }))
    : checkAuthorizationRequest(params, client, { pushed: false, address }, context);
}

/** Checks a request with its request object, if it has one. One that is pushed is checked as one that a browser brings. */
export async function checkAuthorizationRequest(
  params: FormFields,
  client: Client,
  how: Arrival,
  context: Context,
): Promise<Checked> {
  const unfolded = await unfoldRequest(params, client, how, context);
  return unfolded.ok
    ? parse(unfolded.value, client, how, context)
    : rejectHere(describeRejection(requestObjectRejections, unfolded.error));
}

/** RFC 9126 §4: the stored parameters are checked again, since the client may have changed. Those beside the reference are ignored. */
async function readPushedRequest(
  handle: string,
  params: FormFields,
  client: Client,
  context: Context,
): Promise<Checked> {
  const pushed = await findPushedRequest(handle, params, client, context);
  if (!pushed.ok) return rejectHere(describeRejection(pushedRequestRejections, pushed.error));
  const { request_id, parameters, signed } = pushed.value;
  const stored = parseForm(parameters);
  if (stored === undefined) throw new Error("A pushed request was stored that cannot be read.");
  if (!signed && mustSign(client, context.config)) {
    return rejectHere(
      describeRejection(requestObjectRejections, { reason: "request_object_missing" }),
    );
  }
  const checked = await parse({ params: stored, signed }, client, { pushed: true }, context);
  return checked.ok ? ok({ ...checked.value, pushed_request_id: request_id }) : checked;
}

async function findPushedRequest(
  handle: string,
  params: FormFields,
  client: Client,
  { now, signer, store }: Context,
): Promise<Result<PushedRequest, PushedRequestRejection>> {
  if (params.get("request") !== undefined) return err({ reason: "pushed_request_given_twice" });
  const request_id = readHandle(signer, "request_uri", handle);
  if (request_id === undefined) return err({ reason: "pushed_request_unknown" });
  return checkPushedRequest(await store.pushed_requests.find(request_id), client, now());
}

async function parse(
  { params, signed }: UnfoldedRequest,
  client: Client | undefined,
  { pushed }: { readonly pushed: boolean },
  context: Context,
): Promise<Checked> {
  const { config } = context;
  const traits = traitsOf(profileOf(client ?? {}, config["security.profile"]));
  const parsed = parseAuthorizationRequest(params, client, {
    ...(await findTargetPolicyOf(params, client ?? { audience: [] }, context)),
    ...optionsOf(context),
    repeats_scope: traits.repeats_scope,
    refreshes_without_offline_access: traits.refreshes_without_offline_access,
  });
  if (!parsed.ok) return parsed;
  if (client === undefined) throw new Error("A request was parsed for no client.");
  const request = parsed.value;
  const followed = verifyAuthorization(profileOf(client, config["security.profile"]), {
    ...request,
    client,
    pushed,
    signed,
  });
  if (!followed.ok) return rejectAtClient(request, describeProfileRejection(followed.error));
  const fit = await verifyDetails(request.authorization_details, client, context);
  if (!fit.ok) return rejectAtClient(request, describeRejection(detailsRejections, fit.error));
  return ok({ request, params, signed });
}

function optionsOf({
  config,
  registration_url,
}: Context): Omit<AuthorizationOptions, "apis" | "open_apis"> {
  return {
    scope_strategy: config["strategies.scope"],
    min_parameter_entropy: config["oauth2.min_parameter_entropy"],
    pkce: {
      enforced: config["oauth2.pkce.enforced"],
      enforced_for_public_clients: config["oauth2.pkce.enforced_for_public_clients"],
    },
    insecure_redirect_uris: config["dangerous-allow-insecure-redirect-urls"],
    dpop_required: config["oauth2.dpop.required"],
    has_registration_page: registration_url !== undefined,
    acr_values_required: config["oidc.acr_values_required"],
  };
}

function rejectAtClient(
  request: AuthorizationRequest,
  error: OAuthError,
): Result<never, AuthorizationRejection> {
  return err({ deliver: "client", error, ...request });
}

function rejectHere(error: OAuthError): Result<never, AuthorizationRejection> {
  return err({ deliver: "here", error });
}

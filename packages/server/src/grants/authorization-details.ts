import type { Context } from "../context/context.ts";
import {
  type DetailsRejection,
  detailsRejections,
} from "../oauth/authorization-details/details-rejection.ts";
import {
  type AuthorizationDetail,
  parseAuthorizationDetails,
} from "../oauth/authorization-details/parse-details.ts";
import {
  type NarrowingRequest,
  verifyRequestedDetails,
} from "../oauth/authorization-details/verify-details.ts";
import type { Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import type { ErrorMeaning } from "./grant-type.ts";

type Details = readonly AuthorizationDetail[];

/** RFC 9396 §6: the parameter `authorization_details` of a token request. Its types are not looked up yet. */
export function readDetails(form: FormFields): Result<Details | undefined, OAuthError> {
  const parsed = parseAuthorizationDetails(form.get("authorization_details"));
  return parsed.ok ? parsed : err(describeRejection(detailsRejections, parsed.error));
}

/** For grants that issue tokens without details: a client that asks for some would take the token for less than it is. */
export function verifyNoDetails(form: FormFields): Result<void, OAuthError> {
  const details = readDetails(form);
  if (!details.ok) return details;
  if (details.value === undefined) return ok(undefined);
  return err(describeRejection(detailsRejections, { reason: "details_not_issued" }));
}

/** RFC 9396 §5: checks the details of an authorization, device or pushed request with the types that are registered. */
export async function verifyDetails(
  details: Details | undefined,
  client: Client,
  { detailsTypes }: Pick<Context, "detailsTypes">,
): Promise<Result<void, DetailsRejection>> {
  if (details === undefined) return ok(undefined);
  return verifyRequestedDetails(details, client, await detailsTypes());
}

/** The details that a token request names, with the types that say how they may be reduced. */
export async function loadNarrowing(
  requested: Details | undefined,
  { detailsTypes }: Pick<Context, "detailsTypes">,
): Promise<NarrowingRequest | undefined> {
  if (requested === undefined) return undefined;
  return { requested, types: await detailsTypes() };
}

/** The error of a grant type that takes `authorization_details`, for the error reference. */
export function detailsErrors(
  means: string,
  remedy: string,
): { readonly invalid_authorization_details: ErrorMeaning } {
  return { invalid_authorization_details: { means, remedy } };
}

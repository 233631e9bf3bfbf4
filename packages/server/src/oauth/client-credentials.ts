/** RFC 6749 §2.3: how a client says who it is. Nothing here is believed yet. */

import type { BasicCredentials, BasicRejection } from "./basic-credentials.ts";
import { type FormFields, verifyNotRepeated } from "./form-fields.ts";
import type { OAuthError } from "./oauth-error.ts";
import { err, ok, type Result } from "./result.ts";

/** What a client showed, by the name of the method it used. */
export type Credentials =
  | BasicCredentials
  | {
      readonly method: "client_secret_post";
      readonly client_id: string;
      readonly client_secret: string;
    }
  | {
      readonly method: "private_key_jwt";
      readonly assertion: string;
      /** Beside the assertion it is optional: the assertion's `sub` says it too (RFC 7521 §4.2). */
      readonly client_id: string | undefined;
    }
  | { readonly method: "none"; readonly client_id: string };

/** Why it cannot be told who is calling. */
export type CredentialsRejection =
  | { readonly reason: "parameter_repeated"; readonly repeated: OAuthError }
  | BasicRejection
  | { readonly reason: "methods_combined" }
  | { readonly reason: "client_id_contradicted" }
  | { readonly reason: "assertion_type_unknown" }
  | { readonly reason: "credentials_missing" };

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"; // RFC 7523 §2.2

/** Finds the credentials in what the Authorization header says, or in the form. */
export function readCredentials(
  basic: Result<BasicCredentials, BasicRejection> | undefined,
  form: FormFields,
): Result<Credentials, CredentialsRejection> {
  const repeated = verifyNotRepeated(form);
  if (!repeated.ok) return err({ reason: "parameter_repeated", repeated: repeated.error });

  const client_id = form.get("client_id");
  const client_secret = form.get("client_secret");
  const assertion = form.get("client_assertion");
  const assertion_type = form.get("client_assertion_type");

  const asserted = assertion !== undefined || assertion_type !== undefined;
  const methods =
    Number(basic !== undefined) + Number(client_secret !== undefined) + Number(asserted);
  if (methods > 1) return err({ reason: "methods_combined" }); // §2.3

  if (basic !== undefined) return agree(basic, client_id);
  if (asserted) {
    if (assertion_type !== JWT_BEARER) return err({ reason: "assertion_type_unknown" });
    if (assertion === undefined) return err({ reason: "credentials_missing" });
    return ok({ method: "private_key_jwt", assertion, client_id });
  }
  if (client_id === undefined) return err({ reason: "credentials_missing" });
  if (client_secret === undefined) return ok({ method: "none", client_id });
  return ok({ method: "client_secret_post", client_id, client_secret });
}

function agree(
  basic: Result<BasicCredentials, BasicRejection>,
  claimed: string | undefined,
): Result<Credentials, CredentialsRejection> {
  if (basic.ok && claimed !== undefined && claimed !== basic.value.client_id)
    return err({ reason: "client_id_contradicted" });
  return basic;
}

/** What the caller is told of credentials that cannot be read. */
export function describeCredentialsRejection(rejection: CredentialsRejection): OAuthError {
  return { ...tell(rejection), reason: rejection.reason };
}

function tell(rejection: CredentialsRejection): OAuthError {
  switch (rejection.reason) {
    case "parameter_repeated":
      return rejection.repeated;
    case "authorization_malformed":
      return {
        error: "invalid_request",
        error_description:
          "The Authorization header must be Basic and the base64 of client_id:client_secret, each form-encoded first.",
      };
    case "methods_combined":
      return {
        error: "invalid_request",
        error_description:
          "A client may prove itself in one way only. Send Basic, a client_secret or a client_assertion.",
      };
    case "client_id_contradicted":
      return {
        error: "invalid_request",
        error_description: "The client_id of the form is not the one of the Authorization header.",
      };
    case "assertion_type_unknown":
      return {
        error: "invalid_request",
        error_description: `The client_assertion_type must be ${JWT_BEARER}.`,
      };
    case "credentials_missing":
      return {
        error: "invalid_client",
        error_description:
          "The client did not say who it is. Send Basic, a client_id, or a client_assertion.",
      };
  }
}
